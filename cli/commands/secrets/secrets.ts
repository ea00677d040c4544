import { exampleProvider } from '../../../providers/manifests.ts';
import type { ListedCommand, MakeCommand } from '../../command.ts';

const commands: readonly ListedCommand[] = [
  {
    name: 'set',
    does: 'add a key; earlier keys stay valid',
    load: async () => (await import('./set.ts')).setCommand,
  },
  {
    name: 'list',
    does: 'list key fingerprints, never keys',
    load: async () => (await import('./list.ts')).listCommand,
  },
  {
    name: 'retire',
    does: 'remove a key that is no longer in use',
    load: async () => (await import('./retire.ts')).retireCommand,
  },
];

export const secretsCommand: MakeCommand = (command) =>
  command.withExamples([`secrets set ${exampleProvider}`, 'secrets list']).withCommands(commands);
