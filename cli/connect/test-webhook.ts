import type { Connection, WebhookWish } from '../../providers/connection.ts';
import { firstWebhook, type Seen } from '../first-webhook.ts';
import type { Target } from '../target.ts';
import { type ApiClient, ApiRefusal } from './api-client.ts';

/** What became of the provider's test event. */
export type TestOutcome =
  /** The provider has no call for it, or did not take it; `said` is why. */
  | { readonly type: 'not-sent'; readonly said?: string }
  /** The provider says how we answered. */
  | { readonly type: 'answered'; readonly isGood: boolean }
  /** It arrived. */
  | { readonly type: 'seen'; readonly seen: Seen; readonly isGood: boolean }
  | { readonly type: 'not-seen' };

/** Has the provider send its test event, and waits for it. */
export async function testWebhook(
  { test, isTestedWhenSaved }: Connection,
  { id, wish }: { readonly id: string; readonly wish: WebhookWish },
  {
    provider,
    target,
    api,
    timeoutSeconds,
  }: {
    readonly provider: string;
    readonly target: Target;
    readonly api: ApiClient;
    readonly timeoutSeconds: number;
  },
): Promise<TestOutcome> {
  if (!test) return isTestedWhenSaved ? { type: 'answered', isGood: true } : { type: 'not-sent' };
  const call = test.call(id, wish);
  try {
    if (test.isGood) return { type: 'answered', isGood: test.isGood(await api.send(call)) };
    const seen = await firstWebhook(provider, target, timeoutSeconds, async () => {
      await api.send(call);
    });
    if (!seen) return { type: 'not-seen' };
    const isUnsigned = !seen.valid && seen.reason === 'headers-missing' && test.mayBeUnsigned === true;
    return { type: 'seen', seen, isGood: seen.valid || isUnsigned };
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    return { type: 'not-sent', said: `${error.status}${error.message === '' ? '' : `: ${error.message}`}` };
  }
}
