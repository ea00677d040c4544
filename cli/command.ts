import { Command, InvalidArgumentError } from 'commander';
import type { TargetOptions } from './target.ts';
import type { Terminal } from './ui/terminal.ts';

/** What a command needs from the program. */
export type Cli = {
  readonly terminal: Terminal;
  /** Awaits the command, and keeps its exit code for the process. */
  readonly finish: (exitCode: number | Promise<number>) => Promise<void>;
  /** The program with all commands loaded, for the command that describes it. */
  readonly wholeProgram: () => Promise<Command>;
};

/** Describes one command: its arguments, options and examples, and what it runs. */
export type MakeCommand = (command: CliCommand, cli: Cli) => Command;

/** A command in a list. Its module is loaded only when it is called, because some take long to load. */
export type ListedCommand = {
  readonly name: string;
  readonly does: string;
  readonly load: () => Promise<MakeCommand>;
};

/** Adds what most commands share. */
export class CliCommand extends Command {
  examples: readonly string[] = [];
  /** The commands of a group. */
  listed: readonly ListedCommand[] = [];

  /** Without the name of the program: `status m1`. */
  withExamples(examples: readonly string[]): this {
    this.examples = examples;
    const shown = examples.map((example) => `  mailfold ${example}`);
    return this.addHelpText('after', ['', 'Examples:', ...shown].join('\n'));
  }

  withCommands(listed: readonly ListedCommand[]): this {
    this.listed = listed;
    return this;
  }

  withStack(): this {
    return this.option('--stack <name>', 'use this deployed stack instead of the local one')
      .option('--profile <name>', 'AWS profile to find the deployed stack with')
      .option('--region <name>', 'AWS region of the deployed stack');
  }

  /** For what cannot be undone. */
  withYes(does = 'do not ask; required in scripts'): this {
    return this.option('--yes', does);
  }

  withJson(): this {
    return this.option('--json', 'print JSON, for scripts');
  }
}

/** What `withStack` and `withJson` give. */
export type StackOptions = TargetOptions & { readonly json?: boolean };

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
