import { PassThrough } from 'node:stream';
import type { CliCommand } from '../../cli/command.ts';
import { makeProgram } from '../../cli/program.ts';

/** The program with every command loaded, and all its commands with their full names. */
export async function wholeProgram(): Promise<{ program: CliCommand; commands: [string, CliCommand][] }> {
  const terminal = { out: new PassThrough(), error: new PassThrough() };
  const cli = { terminal, finish: async () => {}, wholeProgram: async () => program };
  const program: CliCommand = await makeProgram('everything', cli);
  return { program, commands: commandsOf(program, '') };
}

function commandsOf(parent: CliCommand, path: string): [string, CliCommand][] {
  return (parent.commands as CliCommand[]).flatMap((command) => {
    const name = `${path} ${command.name()}`.trim();
    return [[name, command], ...commandsOf(command, name)];
  });
}
