import { historyFormatNames } from '../../../providers/history-formats.ts';
import type { ListedCommand, MakeCommand } from '../../command.ts';

const commands: readonly ListedCommand[] = [
  {
    name: 'events',
    does: 'import what happened to mail in the past, from files of a provider',
    load: async () => (await import('./events.ts')).eventsCommand,
  },
];

export const importCommand: MakeCommand = (command) =>
  command
    .withExamples([`import events --from ${historyFormatNames[0]} activity.csv --dry-run`])
    .withCommands(commands);
