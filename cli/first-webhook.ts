import { setTimeout as delay } from 'node:timers/promises';
import { outputs } from '../lib/outputs.ts';
import { watchEvents } from '../store/live-events.ts';
import type { StreamEvent } from '../store/stream-event.ts';
import { readLog } from './function-log.ts';
import { messagesStream } from './messages-stream.ts';
import type { Target } from './target.ts';

export type Seen =
  | { readonly valid: true; readonly event: StreamEvent }
  | { readonly valid: false; readonly reason: string };

/**
 * The first webhook that comes from a provider from now on; undefined when none comes in time. A valid one shows up in the
 * table's stream, a refused one in the receiver's log. `onReady` is awaited before the time begins.
 */
export async function firstWebhook(
  provider: string,
  target: Target,
  timeoutSeconds: number,
  onReady: () => Promise<void> = async () => {},
): Promise<Seen | undefined> {
  const since = new Date();
  const state: { seen?: Seen } = {};
  const live = await watchEvents(await messagesStream(target), target.dynamoDbSettings, (event) => {
    // An import is not the provider's doing.
    if (event.provider === provider && !event.imported) state.seen ??= { valid: true, event };
  });
  try {
    await onReady();
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
