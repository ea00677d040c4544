import { Argument } from 'commander';
import type { Cli, MakeCommand } from '../command.ts';
import { bashScript } from '../completion/bash.ts';
import { fishScript } from '../completion/fish.ts';
import { type CompletedCommand, completedCommands } from '../completion/script.ts';
import { zshScript } from '../completion/zsh.ts';
import { writeHelp } from '../ui/terminal.ts';

const scripts: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export const completionCommand: MakeCommand = (command, cli) =>
  command
    .withExamples([
      'completion bash > ~/.local/share/bash-completion/completions/mailfold',
      'completion zsh > ~/.zfunc/_mailfold',
      'completion fish > ~/.config/fish/completions/mailfold.fish',
    ])
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      '\nTo try it in this shell only: source <(mailfold completion bash)\nFor zsh, the folder must be in fpath before compinit runs.',
    )
    .action((shell: string) => cli.finish(completion(shell, cli)));

async function completion(shell: string, { terminal, wholeProgram }: Cli): Promise<number> {
  writeHelp(terminal.out, scripts[shell]?.(completedCommands(await wholeProgram())) ?? '');
  return 0;
}
