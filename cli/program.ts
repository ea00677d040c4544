import { Command, CommanderError, Help, type Option } from 'commander';
import type { MakeCommand } from './command.ts';
import { auditCommand } from './commands/audit.ts';
import { costCommand } from './commands/cost.ts';
import { dlqCommand } from './commands/dlq/dlq.ts';
import { doctorCommand } from './commands/doctor.ts';
import { explainCommand } from './commands/explain.ts';
import { forgetCommand } from './commands/forget.ts';
import { metricsCommand } from './commands/metrics.ts';
import { normalizeCommand } from './commands/normalize.ts';
import { recipientCommand } from './commands/recipient.ts';
import { secretsCommand } from './commands/secrets/secrets.ts';
import { sendCommand } from './commands/send.ts';
import { statusCommand } from './commands/status.ts';
import { stormCommand } from './commands/storm.ts';
import { suppressionsCommand } from './commands/suppressions/suppressions.ts';
import { urlsCommand } from './commands/urls.ts';
import { verifyCommand } from './commands/verify.ts';
import { watchCommand } from './commands/watch.ts';
import { exitCodes, Problem } from './problem.ts';
import { printError, type Terminal, writeHelp } from './ui/terminal.ts';

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

/** Runs one command line. Returns its exit code. */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode = 0;
  const finish = async (result: number | Promise<number>) => {
    exitCode = await result;
  };
  const program = new Command('mailfold')
    .description('Shows what happened to your mail, and operates the Mailfold stack.')
    .addHelpText('after', help);
  for (const make of commands) program.addCommand(make({ terminal, finish }));
  for (const each of withSubcommands(program)) {
    each
      .exitOverride()
      .configureHelp({ optionDescription })
      .configureOutput({
        writeOut: (text) => writeHelp(terminal.out, text),
        writeErr: (text) => writeHelp(terminal.error, text),
      })
      .showHelpAfterError('(add --help to see arguments and options)');
  }
  try {
    await program.parseAsync([...words], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
    printError(terminal, messageOf(error));
    return error instanceof Problem ? error.exitCode : exitCodes.failure;
  }
}

function optionDescription(option: Option): string {
  const description = new Help().optionDescription(option);
  return option.mandatory ? `${description} (required)` : description;
}

function withSubcommands(parent: Command): Command[] {
  return [parent, ...parent.commands.flatMap(withSubcommands)];
}

function messageOf(error: unknown): string {
  if (error instanceof Problem) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

const help = `
Run it as \`npm run mailfold -- COMMAND\`; in scripts, \`npm run -s\` hides npm's own output.
Commands work on the local stack (npm start); add --stack NAME for a deployed one.
COMMAND --help shows options and examples.
Exit codes: 0 success, 1 the answer is no, 2 wrong usage, 3 failure.`;
