import type { ListedCommand, MakeCommand } from '../../command.ts';

const commands: readonly ListedCommand[] = [
  {
    name: 'list',
    does: 'count dead letters by provider and reason; exit code 1 if there are any',
    load: async () => (await import('./list.ts')).listCommand,
  },
  {
    name: 'show',
    does: 'print dead letters with their content',
    load: async () => (await import('./show.ts')).showCommand,
  },
  {
    name: 'redrive',
    does: 'send dead letters back to the queue, to be processed again',
    load: async () => (await import('./redrive.ts')).redriveCommand,
  },
];

export const dlqCommand: MakeCommand = (command) =>
  command.withExamples(['dlq list', 'dlq redrive --all']).withCommands(commands);
