import { exampleProvider } from '../../../providers/manifests.ts';
import { command, type MakeCommand } from '../../command.ts';
import { listCommand } from './list.ts';
import { retireCommand } from './retire.ts';
import { setCommand } from './set.ts';

const commands: readonly MakeCommand[] = [setCommand, listCommand, retireCommand];

export const secretsCommand: MakeCommand = (cli) => {
  const group = command('secrets', 'manage the keys that webhooks are verified with', [
    `secrets set ${exampleProvider}`,
    'secrets list',
  ]);
  for (const make of commands) group.addCommand(make(cli));
  return group;
};
