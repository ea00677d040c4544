import type { ListedCommand, MakeCommand } from '../../command.ts';

const commands: readonly ListedCommand[] = [
  {
    name: 'list',
    does: 'show how deliveries to each endpoint go; exit code 1 if one is paused or something is set aside',
    load: async () => (await import('./list.ts')).listCommand,
  },
  {
    name: 'log',
    does: 'show the latest attempts of an endpoint, with its answers',
    load: async () => (await import('./log.ts')).logCommand,
  },
  {
    name: 'secret',
    does: 'print the secret that an endpoint verifies webhooks with',
    load: async () => (await import('./secret.ts')).secretCommand,
  },
  {
    name: 'rotate',
    does: 'make a new secret for an endpoint; the old one stays valid until --finish',
    load: async () => (await import('./rotate.ts')).rotateCommand,
  },
  {
    name: 'test',
    does: 'send a test to an endpoint, and show its answer',
    load: async () => (await import('./test.ts')).testCommand,
  },
  {
    name: 'resume',
    does: 'deliver to a paused endpoint again',
    load: async () => (await import('./resume.ts')).resumeCommand,
  },
  {
    name: 'replay',
    does: 'send events again that were set aside, or all since a time',
    load: async () => (await import('./replay.ts')).replayCommand,
  },
];

export const webhooksCommand: MakeCommand = (command) =>
  command
    .withExamples(['webhooks list', 'webhooks test shop', 'webhooks replay shop --since -6h'])
    .withCommands(commands);
