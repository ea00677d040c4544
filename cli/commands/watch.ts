import { setTimeout as delay } from 'node:timers/promises';
import { outputs } from '../../lib/outputs.ts';
import { exampleProvider } from '../../providers/manifests.ts';
import type { RefusalReason } from '../../providers/provider.ts';
import { streamOf } from '../../store/describe-table.ts';
import { watchEvents } from '../../store/live-events.ts';
import type { StreamEvent } from '../../store/stream-event.ts';
import { type MakeCommand, positiveNumber, type StackOptions } from '../command.ts';
import { readLog } from '../function-log.ts';
import { mustBeSender, providerArgument } from '../given.ts';
import { deployCommand, mailfoldCommand } from '../next-commands.ts';
import { exitCodes, Problem } from '../problem.ts';
import { openTarget, type Target } from '../target.ts';
import { refusalLines } from '../ui/refusal-lines.ts';
import { paint, print, printJson, type Terminal } from '../ui/terminal.ts';
import { usualCauses } from '../ui/usual-causes.ts';

type WatchOptions = StackOptions & { readonly timeout: number };

export const watchCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([`watch ${exampleProvider}`, `watch ${exampleProvider} --stack Mailfold --timeout 600`])
    .addArgument(providerArgument('<provider>'))
    .option('--timeout <seconds>', 'how long to wait', positiveNumber, 300)
    .withStack()
    .withJson()
    .action((provider: string, options: WatchOptions) => finish(watch(provider, options, terminal)));

type Seen =
  | { readonly valid: true; readonly event: StreamEvent }
  | { readonly valid: false; readonly reason: string };

async function watch(provider: string, options: WatchOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  // A misspelt name would wait in vain.
  mustBeSender(provider, target);
  if (!options.json)
    print(terminal, paint('dim', `Waiting for a webhook from ${provider} … (Ctrl-C to stop)`, terminal));
  const seen = await firstOf(provider, target, options.timeout);
  if (!seen)
    throw new Problem(
      `no webhook came from ${provider} within ${options.timeout} s; check at the provider that the webhook is on, and has the URL from \`${mailfoldCommand(`urls ${provider}`, target)}\``,
      exitCodes.no,
    );
  if (options.json) printJson(terminal, seen);
  else if (seen.valid) {
    const { type, recipient, messageId } = seen.event;
    const about = recipient === undefined ? type : `${type} for ${recipient}`;
    print(terminal, `${paint('green', 'valid', terminal)}: stored ${about}, message ${messageId}`);
  } else print(terminal, ...refusalLines(seen.reason, usualCauses[seen.reason as RefusalReason], terminal));
  return seen.valid ? 0 : exitCodes.no;
}

/** A valid webhook shows up in the table's stream, a refused one in the receiver's log. */
async function firstOf(provider: string, target: Target, timeoutSeconds: number): Promise<Seen | undefined> {
  const since = new Date();
  const state: { seen?: Seen } = {};
  const live = await watchEvents(await messagesStream(target), target.dynamoDbSettings, (event) => {
    // An import is not the provider's doing.
    if (event.provider === provider && !event.imported) state.seen ??= { valid: true, event };
  });
  try {
    const end = Date.now() + timeoutSeconds * 1000;
    while (!state.seen && Date.now() < end) {
      const refusals = await readLog(
        target,
        target.output(outputs.receiverLogGroupName),
        since,
        'webhook refused',
      );
      const refusal = refusals.find(({ fields }) => fields['provider'] === provider);
      if (refusal) return { valid: false, reason: String(refusal.fields['reason']) };
      // CloudWatch Logs allows only a few of these requests per second.
      await delay(target.isLocal ? 250 : 2_000);
    }
    return state.seen;
  } finally {
    await live.stop();
  }
}

async function messagesStream(target: Target): Promise<string> {
  const stream = await streamOf(target.dynamoDb, target.output(outputs.messagesTableName));
  if (!stream)
    throw new Problem(
      `the messages table has no stream; deploy the stack again: ${deployCommand(target)}`,
      exitCodes.failure,
    );
  return stream;
}
