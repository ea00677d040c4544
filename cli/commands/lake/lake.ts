import type { ListedCommand, MakeCommand } from '../../command.ts';

const commands: readonly ListedCommand[] = [
  {
    name: 'status',
    does: 'show what is in the lake; exit code 1 if something is wrong with it',
    load: async () => (await import('./status.ts')).statusCommand,
  },
  {
    name: 'repair',
    does: 'bring events of the tables into the lake that are missing there',
    load: async () => (await import('./repair.ts')).repairCommand,
  },
  {
    name: 'backfill',
    does: 'bring all events of the tables into a new lake',
    load: async () => (await import('./backfill.ts')).backfillCommand,
  },
];

export const lakeCommand: MakeCommand = (command) =>
  command.withExamples(['lake status', 'lake repair --since -2d']).withCommands(commands);
