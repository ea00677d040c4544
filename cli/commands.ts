import type { ListedCommand } from './command.ts';

/** All commands, in the order of --help and under its headings. */
export const commandGroups: readonly {
  readonly title: string;
  readonly commands: readonly ListedCommand[];
}[] = [
  {
    title: 'Questions about mail',
    commands: [
      {
        name: 'status',
        does: 'show what happened to a message, for each recipient',
        load: async () => (await import('./commands/status.ts')).statusCommand,
      },
      {
        name: 'recipient',
        does: 'list the latest messages to an address, with their status',
        load: async () => (await import('./commands/recipient.ts')).recipientCommand,
      },
      {
        name: 'explain',
        does: 'say why a message has its status, or why an address is suppressed',
        load: async () => (await import('./commands/explain.ts')).explainCommand,
      },
      {
        name: 'suppressions',
        does: 'check, list and change which addresses get no mail',
        load: async () => (await import('./commands/suppressions/suppressions.ts')).suppressionsCommand,
      },
      {
        name: 'stats',
        does: 'show rates of all mail, by day and by domain, template and so on',
        load: async () => (await import('./commands/stats.ts')).statsCommand,
      },
      {
        name: 'query',
        does: 'ask the history of all events in SQL, or a ready question',
        load: async () => (await import('./commands/query.ts')).queryCommand,
      },
    ],
  },
  {
    title: 'Operation',
    commands: [
      {
        name: 'console',
        does: 'show all of this in the browser: messages, suppressions, dead letters, health',
        load: async () => (await import('./commands/console.ts')).consoleCommand,
      },
      {
        name: 'doctor',
        does: 'check every part of the stack, and name the command that repairs a problem',
        load: async () => (await import('./commands/doctor.ts')).doctorCommand,
      },
      {
        name: 'metrics',
        does: 'show the metrics of the functions, added up from their logs',
        load: async () => (await import('./commands/metrics.ts')).metricsCommand,
      },
      {
        name: 'dlq',
        does: 'look at events that could not be processed, and send them again',
        load: async () => (await import('./commands/dlq/dlq.ts')).dlqCommand,
      },
      {
        name: 'audit',
        does: 'recompute every status and suppression from the stored events',
        load: async () => (await import('./commands/audit.ts')).auditCommand,
      },
      {
        name: 'lake',
        does: 'look at the history of all events, and bring in what is missing',
        load: async () => (await import('./commands/lake/lake.ts')).lakeCommand,
      },
      {
        name: 'webhooks',
        does: 'look at deliveries to your endpoints, test them, and send events again',
        load: async () => (await import('./commands/webhooks/webhooks.ts')).webhooksCommand,
      },
      {
        name: 'forget',
        does: 'delete all data about an address; a keyed hash keeps it suppressed if it was',
        load: async () => (await import('./commands/forget.ts')).forgetCommand,
      },
    ],
  },
  {
    title: 'Setting up',
    commands: [
      {
        name: 'urls',
        does: 'show the webhook URL of each provider, and where to enter it',
        load: async () => (await import('./commands/urls.ts')).urlsCommand,
      },
      {
        name: 'connect',
        does: 'create or update the webhook at a provider, and store its key',
        load: async () => (await import('./commands/connect.ts')).connectCommand,
      },
      {
        name: 'secrets',
        does: 'manage the keys that webhooks are verified with',
        load: async () => (await import('./commands/secrets/secrets.ts')).secretsCommand,
      },
      {
        name: 'watch',
        does: 'wait for the next webhook from a provider, and say whether its signature is valid',
        load: async () => (await import('./commands/watch.ts')).watchCommand,
      },
      {
        name: 'import',
        does: 'bring what a provider knows of the past',
        load: async () => (await import('./commands/import/import.ts')).importCommand,
      },
      {
        name: 'compare',
        does: 'show where another program says something else about messages or addresses, and why',
        load: async () => (await import('./commands/compare.ts')).compareCommand,
      },
      {
        name: 'cost',
        does: 'estimate the AWS bill for a mix of providers, line by line',
        load: async () => (await import('./commands/cost.ts')).costCommand,
      },
      {
        name: 'completion',
        does: 'print a script that completes commands in your shell',
        load: async () => (await import('./commands/completion.ts')).completionCommand,
      },
    ],
  },
  {
    title: 'Trying it out',
    commands: [
      {
        name: 'send',
        does: 'play a provider: send a realistic, correctly signed event',
        load: async () => (await import('./commands/send.ts')).sendCommand,
      },
      {
        name: 'listen',
        does: 'forward every new event, signed, to a program on this machine',
        load: async () => (await import('./commands/listen.ts')).listenCommand,
      },
      {
        name: 'storm',
        does: 'play all providers on the local stack, and check that every event is stored exactly once',
        load: async () => (await import('./commands/storm.ts')).stormCommand,
      },
      {
        name: 'seed',
        does: 'fill the local stack with a believable history of mail',
        load: async () => (await import('./commands/seed.ts')).seedCommand,
      },
      {
        name: 'verify',
        does: 'check a captured request as the receiver would, and name the likely mistake',
        load: async () => (await import('./commands/verify.ts')).verifyCommand,
      },
      {
        name: 'normalize',
        does: 'print the events in a payload, as JSON',
        load: async () => (await import('./commands/normalize.ts')).normalizeCommand,
      },
    ],
  },
];
