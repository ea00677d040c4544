import type { EventId, MessageId } from '../core/ids.ts';
import { type Answer, answer, refuse } from './answer.ts';
import { givenEventId, givenMessageId, givenTime, together } from './given.ts';
import type { PayloadReader } from './ports/store.ts';

type PayloadQuestion = {
  readonly messageId: string;
  readonly id: string;
  readonly provider: string;
  readonly occurredAt: string;
};

export type EventPayload = {
  readonly messageId: MessageId;
  readonly id: EventId;
  readonly provider: string;
  /** JSON, as it was stored: parsing it could round long numbers. */
  readonly payload: string;
};

/** One event of a message as its provider sent it. */
export async function eventPayload(
  question: PayloadQuestion,
  ports: PayloadReader,
): Promise<Answer<EventPayload>> {
  const given = together({
    messageIds: givenMessageId(question.messageId),
    id: givenEventId(question.id),
    occurredAt: givenTime(question.occurredAt),
  });
  if (!given.ok) return given;
  const { messageIds, ...event } = given.value;
  const { provider } = question;
  for (const messageId of messageIds) {
    const payload = await ports.payloadOf({ ...event, messageId, provider });
    if (payload !== undefined) return answer({ messageId, id: event.id, provider, payload });
  }
  return refuse('event-unknown', 'no such event is stored; events are kept for a shorter time than statuses');
}
