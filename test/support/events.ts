import fc from 'fast-check';
import { type Dimensions, type EmailEvent, type EventType, eventTypes } from '../../core/email-event.ts';
import { foldStatus, type MessageStatus } from '../../core/fold-status.ts';
import { toAddress, toEventId, toMessageId } from '../../core/ids.ts';
import { momentFromMillis } from '../../core/moment.ts';

const newYear = Date.UTC(2026, 0, 1);
let made = 0;

type Choice = {
  type?: EventType;
  id?: string;
  provider?: string;
  messageId?: string;
  to?: string;
  /** Seconds after the start of 2026. */
  second?: number;
  /** Whether a program opened or clicked. */
  byMachine?: boolean;
  /** What is true of the mail. */
  mail?: Dimensions;
};

/** An event with default values. A test overrides what it is about. */
export function anEvent({
  type = 'delivered',
  id,
  provider = 'sendgrid',
  messageId = 'm1',
  to = 'a@example.com',
  second = 0,
  byMachine = false,
  mail = {},
}: Choice = {}): EmailEvent {
  made += 1;
  const facts = {
    id: toEventId(id ?? `event-${made}`),
    provider,
    providerType: type,
    messageId: toMessageId(messageId),
    recipient: toAddress(to),
    occurredAt: momentFromMillis(newYear + second * 1000),
    ...mail,
    payload: { event: type },
  };
  switch (type) {
    case 'dropped':
      return { ...facts, type, blames: 'address' };
    case 'unsubscribe':
    case 'resubscribe':
      return { ...facts, type, scope: '*' };
    case 'open':
    case 'click':
      return { ...facts, type, ...(byMachine && { machine: { likely: true, rule: 'a test' } }) };
    default:
      return { ...facts, type };
  }
}

export const allTypes = eventTypes;

/** Mails that differ in what is told of them, as if a provider told it wrongly or not at all. */
const mails: readonly [Dimensions, ...Dimensions[]] = [
  {},
  { template: 'welcome', tags: ['a', 'b'], stream: 'outbound' },
  { template: 'receipt', tags: ['c'] },
  { tags: ['d'], stream: 'broadcast' },
];

/** Histories of one message, with few seconds and two providers that use the same ids, so that ties are frequent. */
export function anyEvents(): fc.Arbitrary<EmailEvent[]> {
  const one = fc
    .record({
      type: fc.constantFrom(...allTypes),
      second: fc.integer({ min: 0, max: 2 }),
      id: fc.integer({ min: 0, max: 1 }),
      provider: fc.constantFrom('sendgrid', 'ses'),
    })
    // An id belongs to one event of a provider, so the same id always has the same type, time, visitor and mail.
    .map(({ type, second, id, provider }) => {
      const mail = mails[(type.length + second + id + provider.length) % mails.length] ?? mails[0];
      return anEvent({
        type,
        second,
        id: `${type}-${second}-${id}`,
        provider,
        byMachine: id % 2 === 0,
        mail,
      });
    });
  return fc.array(one, { maxLength: 12 });
}

export function foldAll(events: readonly EmailEvent[]): MessageStatus | undefined {
  return events.reduce<MessageStatus | undefined>(foldStatus, undefined);
}
