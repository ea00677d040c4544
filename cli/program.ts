import { Command, CommanderError } from 'commander';
import type { MakeCommand } from './command.ts';
import { auditCommand } from './commands/audit.ts';
import { costCommand } from './commands/cost.ts';
import { dlqCommand } from './commands/dlq.ts';
import { doctorCommand } from './commands/doctor.ts';
import { explainCommand } from './commands/explain.ts';
import { forgetCommand } from './commands/forget.ts';
import { metricsCommand } from './commands/metrics.ts';
import { normalizeCommand } from './commands/normalize.ts';
import { recipientCommand } from './commands/recipient.ts';
import { secretsCommand } from './commands/secrets.ts';
import { sendCommand } from './commands/send.ts';
import { statusCommand } from './commands/status.ts';
import { stormCommand } from './commands/storm.ts';
import { suppressionsCommand } from './commands/suppressions/suppressions.ts';
import { urlsCommand } from './commands/urls.ts';
import { verifyCommand } from './commands/verify.ts';
import { watchCommand } from './commands/watch.ts';
import { exitCodes, Problem } from './problem.ts';
import type { Terminal } from './ui/terminal.ts';

const commands: readonly MakeCommand[] = [
  statusCommand,
  recipientCommand,
  explainCommand,
  suppressionsCommand,
  auditCommand,
  doctorCommand,
  dlqCommand,
  metricsCommand,
  secretsCommand,
  forgetCommand,
  urlsCommand,
  watchCommand,
  sendCommand,
  verifyCommand,
  normalizeCommand,
  stormCommand,
  costCommand,
];

/** Runs one command line and answers with its exit code. */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode = 0;
  const finish = async (result: number | Promise<number>) => {
    exitCode = await result;
  };
  const program = new Command('mailfold')
    .description('What became of your mail, asked from the command line.')
    .addHelpText('after', help);
  for (const make of commands) program.addCommand(make({ terminal, finish }));
  for (const each of withSubcommands(program)) {
    each
      .exitOverride()
      .configureOutput({
        writeOut: (text) => terminal.out.write(text),
        writeErr: (text) => terminal.error.write(text),
      })
      .showHelpAfterError('(add --help for what this takes)');
  }
  try {
    await program.parseAsync([...words], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
    terminal.error.write(`${messageOf(error)}\n`);
    return error instanceof Problem ? error.exitCode : exitCodes.failure;
  }
}

function withSubcommands(parent: Command): Command[] {
  return [parent, ...parent.commands.flatMap(withSubcommands)];
}

function messageOf(error: unknown): string {
  if (error instanceof Problem) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

const help = `
Commands speak to the local stack (npm start), or with --stack NAME to a deployed one.
Exit codes: 0 done, 1 the answer is no, 2 wrong usage, 3 something failed.`;
