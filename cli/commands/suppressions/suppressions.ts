import type { ListedCommand, MakeCommand } from '../../command.ts';

const commands: readonly ListedCommand[] = [
  {
    name: 'check',
    does: 'check whether addresses are suppressed; exit code 0 if none is, 1 if any is',
    load: async () => (await import('./check.ts')).checkCommand,
  },
  {
    name: 'list',
    does: 'list the suppressed addresses, newest evidence first',
    load: async () => (await import('./list.ts')).listCommand,
  },
  {
    name: 'add',
    does: 'suppress an address by hand',
    load: async () => (await import('./add.ts')).addCommand,
  },
  {
    name: 'release',
    does: 'end the suppression of an address; later bounces or complaints suppress it again',
    load: async () => (await import('./release.ts')).releaseCommand,
  },
  {
    name: 'export',
    does: 'write all evidence that suppresses an address now, one line each',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  {
    name: 'import',
    does: 'add suppressions from a list in CSV or JSON; importing it again changes nothing',
    load: async () => (await import('./import.ts')).importCommand,
  },
];

export const suppressionsCommand: MakeCommand = (command) =>
  command
    .withExamples([
      'suppressions check ana@example.com',
      'suppressions list --reason complaint',
      'suppressions release ana@example.com --by kim --because "mailbox is back"',
    ])
    .withCommands(commands);
