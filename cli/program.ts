import { type Command, CommanderError, Help, type Option } from 'commander';
import { projectVersion } from '../lib/project-folder.ts';
import { awsProblem } from './aws-problem.ts';
import { type Cli, CliCommand, type ListedCommand } from './command.ts';
import { commandGroups } from './commands.ts';
import { fileProblem } from './file-problem.ts';
import { exitCodes, Problem } from './problem.ts';
import { printError, type Terminal, writeHelp } from './ui/terminal.ts';

/** Runs one command line. Returns its exit code. */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode = 0;
  const finish = async (result: number | Promise<number>) => {
    exitCode = await result;
  };
  const cli: Cli = { terminal, finish, wholeProgram: () => makeProgram('everything', cli) };
  // `help dlq list` is `dlq list --help`.
  const asked = words[0] === 'help' ? [...words.slice(1), '--help'] : [...words];
  const program = await makeProgram(namesIn(asked), cli);
  try {
    await program.parseAsync(unknownName(program, asked) ?? asked, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
    const problem = error instanceof Problem ? error : (fileProblem(error) ?? awsProblem(error));
    printError(terminal, problem?.message ?? messageOf(error));
    return problem?.exitCode ?? exitCodes.failure;
  }
}

/** Among them, at the beginning, the name of the command that is called and of the group it is in. */
function namesIn(words: readonly string[]): string[] {
  return words.filter((word) => !word.startsWith('-'));
}

/**
 * The words up to a name that is not a command, when help is asked for: commander would otherwise show the help of the group,
 * as if the name were right.
 */
function unknownName(program: Command, words: readonly string[]): string[] | undefined {
  if (!words.some((word) => word === '--help' || word === '-h')) return undefined;
  const names = namesIn(words);
  let group = program;
  for (const [index, name] of names.entries()) {
    if (group.commands.length === 0) return undefined;
    const next = group.commands.find((each) => each.name() === name);
    if (!next) return names.slice(0, index + 1);
    group = next;
  }
  return undefined;
}

/** The program with the commands on the path loaded; of all others, only names and descriptions. */
export async function makeProgram(path: readonly string[] | 'everything', cli: Cli): Promise<CliCommand> {
  const program = new CliCommand('mailfold')
    .description('Shows what happened to your mail, and operates the Mailfold stack.')
    .version(projectVersion(), '--version', 'print the version')
    .addHelpText('after', help);
  configure(program, cli.terminal);
  for (const { title, commands } of commandGroups) {
    program.commandsGroup(`${title}:`);
    await addCommands(program, commands, path, cli);
  }
  return program;
}

async function addCommands(
  parent: CliCommand,
  listed: readonly ListedCommand[],
  path: readonly string[] | 'everything',
  cli: Cli,
): Promise<void> {
  for (const { name, does, load } of listed) {
    const command = new CliCommand(name).description(does);
    configure(command, cli.terminal);
    parent.addCommand(command);
    if (path !== 'everything' && path[0] !== name) continue;
    (await load())(command, cli);
    await addCommands(command, command.listed, path === 'everything' ? path : path.slice(1), cli);
  }
}

function configure(command: CliCommand, { out, error }: Terminal): void {
  command
    .exitOverride()
    .helpCommand(false)
    .configureHelp({ optionDescription, subcommandTerm: (each) => each.name() })
    .configureOutput({
      writeOut: (text) => writeHelp(out, text),
      writeErr: (text) => writeHelp(error, text),
    })
    .showHelpAfterError('(add --help to see arguments and options)');
}

function optionDescription(option: Option): string {
  const description = new Help().optionDescription(option);
  return option.mandatory ? `${description} (required)` : description;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

const help = `
Commands work on the local stack (npm start), or with --stack NAME on a deployed
one. COMMAND --help shows options and examples.
Exit codes: 0 success, 1 the answer is no, 2 wrong usage, 3 failure, 130 interrupted.`;
