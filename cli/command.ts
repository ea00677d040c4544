import { Command, InvalidArgumentError } from 'commander';
import type { TargetOptions } from './target.ts';
import type { Terminal } from './ui/terminal.ts';

/** What a command needs from the program. */
type Cli = {
  readonly terminal: Terminal;
  /** Awaits the command, and keeps its exit code for the process. */
  readonly finish: (exitCode: number | Promise<number>) => Promise<void>;
};

/** Describes one command: its arguments, options and help, and what it runs. */
export type MakeCommand = (cli: Cli) => Command;

/** Adds the options that most commands share. */
export class CliCommand extends Command {
  withStack(): this {
    return this.option('--stack <name>', 'use this deployed stack instead of the local one');
  }

  withJson(): this {
    return this.option('--json', 'print JSON, for scripts');
  }
}

/** What `withStack` and `withJson` give. */
export type StackOptions = TargetOptions & { readonly json?: boolean };

export function command(name: string, description: string, examples: readonly string[]): CliCommand {
  const shown = examples.map((example) => `  mailfold ${example}`);
  return new CliCommand(name)
    .description(description)
    .addHelpText(
      'after',
      ['', 'Examples (mailfold is short for npm run -s mailfold --):', ...shown].join('\n'),
    );
}

/** For options that can be repeated. */
export function collect(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value];
}

export function positiveNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('expected a whole number, 1 or more');
  return number;
}

/** For a share of the whole. */
export function share(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !(number >= 0 && number <= 1))
    throw new InvalidArgumentError('expected a number from 0 to 1');
  return number;
}
