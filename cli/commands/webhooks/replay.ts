import { replayWebhooks } from '../../../app/webhooks/replay-webhooks.ts';
import { outgoingWebhook } from '../../../fanout/outgoing-webhook.ts';
import { outputs } from '../../../lib/outputs.ts';
import { rowCount } from '../../../store/describe-table.ts';
import { eventArchive } from '../../../store/event-archive.ts';
import type { MakeCommand, StackOptions } from '../../command.ts';
import { valueOrProblem } from '../../problem.ts';
import { openTarget, type Target } from '../../target.ts';
import { isoText } from '../../ui/moments.ts';
import { progress } from '../../ui/progress.ts';
import { print, printJson, type Terminal } from '../../ui/terminal.ts';
import { countOf } from '../../ui/text.ts';
import { endpointsOf } from '../../webhooks/endpoints-of.ts';

type ReplayOptions = StackOptions & { readonly since?: string };

export const replayCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples(['webhooks replay shop', 'webhooks replay shop --since -6h --stack Mailfold'])
    .argument('<endpoint>', 'name of the endpoint')
    .option('--since <time>', 'send all events stored since then, delivered or not; such as -6h')
    .withStack()
    .withJson()
    .addHelpText(
      'after',
      '\nWithout --since: the events that were set aside, because every attempt failed or the\nendpoint was paused. Events keep their ids, so an endpoint can recognise those that it\nknows. --since reads the whole messages table, which has the events of the last 30 days,\nor of the dedupe window that is set.',
    )
    .action((name: string, options: ReplayOptions) => finish(replay(name, options, terminal)));

async function replay(name: string, options: ReplayOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  const table = target.output(outputs.messagesTableName);
  const reading = await progressOf(options, target, terminal);
  const answer = await replayWebhooks(
    {
      endpoint: name,
      ...(options.since !== undefined && { since: isoText(options.since, new Date()) }),
    },
    {
      ...endpointsOf(target),
      archive: eventArchive(target.dynamoDb, table, () => []),
      announcing: outgoingWebhook,
    },
    { sent: () => {}, read: reading?.advance ?? (() => {}) },
  );
  reading?.end();
  const { events, unreadable } = valueOrProblem(name, answer);
  if (options.json) printJson(terminal, { endpoint: name, events, unreadable });
  else {
    print(
      terminal,
      events === 0 ? 'There is nothing to send again.' : `${countOf(events, 'event')} sent again.`,
    );
    if (unreadable > 0)
      print(
        terminal,
        `${countOf(unreadable, 'event row')} cannot be read and ${unreadable === 1 ? 'was' : 'were'} left out; \`mailfold audit\` names them.`,
      );
  }
  return 0;
}

/** Only a replay since a time reads the table. */
async function progressOf({ since }: ReplayOptions, target: Target, terminal: Terminal) {
  if (since === undefined) return undefined;
  return progress(
    'reading',
    await rowCount(target.dynamoDb, target.output(outputs.messagesTableName)),
    terminal,
  );
}
