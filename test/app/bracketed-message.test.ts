import { expect, it } from 'vitest';
import { eventPayload } from '../../app/event-payload.ts';
import { type MessagePorts, messageStatus } from '../../app/message-status.ts';
import type { PayloadReader } from '../../app/ports/store.ts';

/** A store that has the events of one message, under this id. */
function storeWith(storedId: string) {
  const page = { recipients: [], withoutStatus: [], withoutRecipient: [], hasMore: false, isLong: false };
  return {
    hasTime: () => true,
    message: async (id: string) => (id === storedId ? page : undefined),
    payloadOf: async ({ messageId }: { messageId: string }) => (messageId === storedId ? '{}' : undefined),
  } as unknown as MessagePorts & PayloadReader;
}

it.each([
  ['<m1@example.com>', '<m1@example.com>'],
  ['<m1@example.com>', 'm1@example.com'],
  ['m1@example.com', '<m1@example.com>'],
  ['m1@example.com', 'm1@example.com'],
])('a message whose events say %s is found by %s', async (stored, asked) => {
  const store = storeWith(stored);
  expect(await messageStatus({ messageId: asked }, store)).toMatchObject({ value: { messageId: stored } });
  const event = { messageId: asked, id: 'e1', provider: 'owl', occurredAt: '2026-01-01T00:00:00Z' };
  expect(await eventPayload(event, store)).toMatchObject({ value: { messageId: stored } });
  expect(await messageStatus({ messageId: `${asked}x` }, store)).toMatchObject({
    refusal: { code: 'message-unknown' },
  });
});
