import type { SQSEvent } from 'aws-lambda';
import { actorFor, toEvent } from './records.ts';

/**
 * One batch of ten posts of SendGrid with a hundred events each, every one of another message: nothing can be folded,
 * so each event takes its two writes.
 */
export async function postsOf(name: string): Promise<SQSEvent> {
  const { simulator, recordOf } = await actorFor('sendgrid');
  const at = new Date();
  const records = Array.from({ length: 10 }, (_, post) => {
    const events = Array.from({ length: 100 }, (_, index) => ({
      kind: 'delivered',
      to: [`user.${post * 100 + index}@customer.example`],
      messageId: `${name}-${post}-${index}`,
      at,
    }));
    return simulator.payloadsOf(events).map((payload) => recordOf(payload, at));
  });
  return toEvent(records.flat());
}
