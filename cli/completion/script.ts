import type { Argument, Command, Option } from 'commander';
import { suggestedFor } from '../suggested.ts';

/** What can stand at one place of a command line. */
export type Place = { readonly words: readonly string[]; readonly isFile: boolean };

export type CompletedOption = {
  /** `--json`, or `-h` and `--help`. */
  readonly names: readonly string[];
  readonly does: string;
  /** Absent for an option without a value. */
  readonly value?: Place;
};

/** A command, in the form that the scripts for all shells are made from. */
export type CompletedCommand = {
  /** Empty for the program itself. */
  readonly path: readonly string[];
  readonly commands: readonly { readonly name: string; readonly does: string }[];
  readonly options: readonly CompletedOption[];
  readonly places: readonly Place[];
  /** Whether the last place can be repeated. */
  readonly isLastRepeated: boolean;
};

/** The program and all its commands. */
export function completedCommands(command: Command, path: readonly string[] = []): CompletedCommand[] {
  const own: CompletedCommand = {
    path,
    commands: command.commands.map((each) => ({ name: each.name(), does: each.description() })),
    options: [...command.options.map(completedOption), help],
    places: command.registeredArguments.map(placeOf),
    isLastRepeated: command.registeredArguments.at(-1)?.variadic ?? false,
  };
  return [own, ...command.commands.flatMap((each) => completedCommands(each, [...path, each.name()]))];
}

/** Their next word is a value. An option of this name takes one in every command. */
export function optionsWithValue(commands: readonly CompletedCommand[]): string[] {
  const options = commands.flatMap((command) => command.options);
  return [...new Set(options.filter(({ value }) => value).flatMap(({ names }) => names))];
}

/** Commander adds it to every command. */
const help: CompletedOption = { names: ['-h', '--help'], does: 'display help for command' };

function completedOption(option: Option): CompletedOption {
  const names = [option.short, option.long].filter((name) => name !== undefined);
  const takesValue = option.required || option.optional;
  return { names, does: option.description, ...(takesValue && { value: placeOf(option) }) };
}

/** Files are recognised by the name of the value, as in `--body <file>`. A key is given itself, or in a file. */
function placeOf(of: Argument | Option): Place {
  const name = 'flags' in of ? (/<(.*)>/.exec(of.flags)?.[1] ?? '') : of.name();
  return { words: suggestedFor(of), isFile: name === 'file' || name === 'key' };
}
