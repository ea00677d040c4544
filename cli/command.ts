import { Command, InvalidArgumentError } from 'commander';
import type { TargetOptions } from './target.ts';
import type { Terminal } from './ui/terminal.ts';

/** What a command is given to work with. */
type Cli = {
  readonly terminal: Terminal;
  /** Runs the work and keeps its exit code. */
  readonly finish: (exitCode: number | Promise<number>) => Promise<void>;
};

/** A command of the program: its words, options and help, and what it does. */
export type MakeCommand = (cli: Cli) => Command;

/** Adds the options that most commands share. */
export class CliCommand extends Command {
  withStack(): this {
    return this.option('--stack <name>', 'a deployed stack instead of the local one');
  }

  withJson(): this {
    return this.option('--json', 'for programs');
  }
}

/** What `withStack` and `withJson` give. */
export type StackOptions = TargetOptions & { readonly json?: boolean };

export function command(name: string, description: string, examples: readonly string[]): CliCommand {
  const shown = examples.map((example) => `  mailfold ${example}`);
  return new CliCommand(name)
    .description(description)
    .addHelpText('after', ['', 'Examples:', ...shown].join('\n'));
}

/** For options that may be given several times. */
export function collect(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value];
}

export function positiveNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('expected a whole number from 1');
  return number;
}

/** A part of the whole, from 0 to 1. */
export function share(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !(number >= 0 && number <= 1))
    throw new InvalidArgumentError('expected a number from 0 to 1');
  return number;
}
