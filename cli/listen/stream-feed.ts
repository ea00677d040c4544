import { outgoingWebhook } from '../../fanout/outgoing-webhook.ts';
import { watchFacts } from '../../store/live-events.ts';
import { messagesStream } from '../messages-stream.ts';
import type { Target } from '../target.ts';
import type { Feed } from './feed.ts';

/** From the stream of the local table. On AWS, a third reader of the stream would slow down the others. */
export function streamFeed(target: Target, types: readonly string[] | undefined): Feed {
  return {
    from: 'the local stack',
    async run(handle, stopping, onReady) {
      const handling = new Set<Promise<void>>();
      const live = await watchFacts(await messagesStream(target), target.dynamoDbSettings, (facts) => {
        // What a person imports is announced to nobody.
        if (facts.imported) return;
        const webhook = outgoingWebhook(facts);
        if (types && !types.includes(webhook.type)) return;
        const handled = handle(webhook).finally(() => handling.delete(handled));
        handling.add(handled);
      });
      onReady();
      await new Promise<void>((stopped) => {
        if (stopping.aborted) stopped();
        else stopping.addEventListener('abort', () => stopped(), { once: true });
      });
      await live.stop();
      await Promise.all(handling);
    },
    close: async () => {},
  };
}
