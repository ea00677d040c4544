import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { exitCodes, Problem } from './problem.ts';
import { type SendOptions, send } from './send.ts';
import { type StatusOptions, status } from './status.ts';
import type { Terminal } from './terminal.ts';

/** Runs one command line and answers with its exit code. */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode = 0;
  const program = buildProgram(terminal, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...words], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
    terminal.error.write(`${messageOf(error)}\n`);
    return error instanceof Problem ? error.exitCode : exitCodes.failure;
  }
}

function messageOf(error: unknown): string {
  if (error instanceof Problem) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function buildProgram(terminal: Terminal, finish: (exitCode: number) => void): Command {
  const program = new Command('mailfold')
    .description('What became of your mail, asked from the command line.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out.write(text),
      writeErr: (text) => terminal.error.write(text),
    })
    .showHelpAfterError('(add --help for what this takes)')
    .addHelpText('after', help);

  program
    .command('send')
    .description('play a provider: deliver a realistic, correctly signed event')
    .argument('<provider>', 'sendgrid, ses, …')
    .argument('<type>', 'hard_bounce, delivered, open, …')
    .option('--to <address>', 'recipient; may be given several times', collect)
    .option('--message <id>', 'message id; made up when absent')
    .option('--at <time>', 'when it happened: an ISO time, or -10m, +1h')
    .option('--times <n>', 'deliver the same event so many times', positiveNumber, 1)
    .option('--batch <n>', 'so many recipients, reported together', positiveNumber, 1)
    .option('--url <url>', 'another webhook URL than that of the local stack')
    .option('--key <key>', 'what to sign with: a text, or a file that has it')
    .option('--stack <name>', 'a deployed stack instead of the local one')
    .option('--json', 'for programs')
    .addHelpText('after', sendHelp)
    .action(async (provider: string, kind: string, options: Omit<SendOptions, 'to'> & { to?: string[] }) => {
      finish(await send(provider, kind, { ...options, to: options.to ?? ['ana@example.com'] }, terminal));
    });

  program
    .command('status')
    .description('what became of a message, per recipient')
    .argument('<message>', 'message id, as the send API returned it')
    .option('--stack <name>', 'a deployed stack instead of the local one')
    .option('--json', 'for programs')
    .addHelpText('after', statusHelp)
    .action(async (messageId: string, options: StatusOptions) =>
      finish(await status(messageId, options, terminal)),
    );

  return program;
}

function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}

function positiveNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('expected a whole number from 1');
  return number;
}

const help = `
Commands speak to the local stack (npm start), or with --stack NAME to a deployed one.
Exit codes: 0 done, 1 the answer is no, 2 wrong usage, 3 something failed.`;

const sendHelp = `
Examples:
  mailfold send sendgrid hard_bounce --to a@example.com --message m1
  mailfold send sendgrid delivered --message m1 --at -10m
  mailfold send sendgrid open --times 5
  mailfold send ses hard_bounce --to a@example.com --to b@example.com --message m2
  mailfold send sendgrid delivered --url https://…/webhooks/sendgrid --key private-key.pem`;

const statusHelp = `
Examples:
  mailfold status m1
  mailfold status m1 --json
  mailfold status 0102019f-… --stack Mailfold`;
