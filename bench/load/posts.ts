import type { SQSEvent } from 'aws-lambda';
import { chunksOf } from '../../store/in-flight.ts';
import { actorFor, toEvent } from './records.ts';

/**
 * Posts of SendGrid with a hundred events each, all of different messages, in batches of ten: nothing can be folded, so
 * each event takes two writes.
 */
export async function postsOf(name: string, posts: number): Promise<SQSEvent[]> {
  const { simulator, recordOf } = await actorFor('sendgrid');
  const at = new Date();
  const records = Array.from({ length: posts }, (_, post) => {
    const events = Array.from({ length: 100 }, (_, index) => ({
      kind: 'delivered',
      to: [`user.${post * 100 + index}@customer.example`],
      messageId: `${name}-${post}-${index}`,
      at,
    }));
    return simulator.payloadsOf(events).map((payload) => recordOf(payload, at));
  });
  return chunksOf(records.flat(), 10).map(toEvent);
}
