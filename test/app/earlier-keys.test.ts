import { describe, expect, it, vi } from 'vitest';
import { checkSuppressions } from '../../app/check-suppressions.ts';
import { explainAddress } from '../../app/explain-address.ts';
import type {
  Cursors,
  MessageReader,
  RecipientMessage,
  StoredEntry,
  SuppressionLog,
} from '../../app/ports/store.ts';
import { recipientMessages } from '../../app/recipient-messages.ts';
import { release } from '../../app/release.ts';
import { headsOf } from '../../core/head.ts';
import { type Address, toEventId, toMessageId } from '../../core/ids.ts';
import { momentFromText } from '../../core/moment.ts';
import { causes, type SuppressionEntry } from '../../core/suppression.ts';

const now = () => new Date('2026-02-01T00:00:00Z');

/** A history in memory with one bounce under this key, as an earlier version stored it. */
function logWithBounceUnder(key: string) {
  const rows: StoredEntry[] = [];
  const record = async (entry: SuppressionEntry) =>
    rows.push({ ...entry, recordedAt: now().toISOString() }) > 0;
  const under = (keys: readonly Address[]) => rows.filter(({ address }) => keys.includes(address));
  const historyOf = async (keys: readonly Address[]) => ({ entries: under(keys) });
  void record({
    type: 'evidence',
    cause: 'hard_bounce',
    address: key as Address,
    scope: '*',
    occurredAt: momentFromText('2026-01-01T00:00:00Z'),
    id: toEventId('bounce'),
  });
  const settings = { softBounceCap: 5, softBounceWindowDays: 30, causes };
  const readHeads = vi.fn(async (address: Address) => ({
    heads: headsOf(under([address]), settings),
    isWhole: true,
  }));
  const log = { rows, record, headsOf: readHeads, historyOf, settings, now, newId: () => 'release-1' };
  return log as typeof log & SuppressionLog & Cursors;
}

describe('an address whose rows an earlier version stored', () => {
  it.each([
    ['"ana" <ana@example.com>', '"Ana" <Ana@example.com>'],
    ['<ana@example.com>', '<ana@example.com>'],
    ['ana@example.com.', 'ana@example.com.'],
    ['ana@münchen.de', 'ana@münchen.de'],
    ['ana@münchen.de', 'ana@xn--mnchen-3ya.de'],
    ['ana@münchen.de', 'Ana <ANA@MÜNCHEN.DE>'],
  ])('under %s is suppressed for whoever asks about %s', async (key, asked) => {
    const log = logWithBounceUnder(key);
    const checked = await checkSuppressions({ addresses: [asked] }, log);
    expect(checked).toMatchObject({ ok: true, value: { answers: [{ suppressed: true }] } });
    const explained = await explainAddress({ address: asked }, log);
    expect(explained).toMatchObject({ ok: true, value: { suppressed: true, history: [{ id: 'bounce' }] } });
  });

  it('is released under each key that has rows, and shows the release once', async () => {
    const log = logWithBounceUnder('ana@münchen.de');
    const asked = { address: 'ana@xn--mnchen-3ya.de', scope: '*', by: 'kim', because: 'wrote to us' };
    const answer = await release({ ...asked, acknowledgeComplaint: false }, log);
    expect(answer).toMatchObject({
      value: { suppressed: false, history: [{ id: 'bounce' }, { id: 'release-1' }] },
    });
    const released = log.rows.filter(({ type }) => type === 'release').map(({ address }) => address);
    expect(released).toEqual(['ana@xn--mnchen-3ya.de', 'ana@münchen.de']);
  });

  it('costs a question about an ordinary address nothing', async () => {
    const log = logWithBounceUnder('ana@example.com');
    await checkSuppressions({ addresses: ['Ana@Example.com'] }, log);
    expect(log.headsOf).toHaveBeenCalledTimes(1);
  });

  it('has all its messages, page by page, whichever key each is under', async () => {
    const stored: Record<string, string[]> = {
      'ana@xn--mnchen-3ya.de': ['m1', 'm2', 'm3'],
      'ana@münchen.de': ['m4', 'm5'],
    };
    const ports = {
      messagesTo: async (key, { limit, from }) => {
        const start = Number(from?.['start'] ?? 0);
        const all = stored[key] ?? [];
        const end = start + limit;
        const messages = all.slice(start, end).map((id) => ({
          messageId: toMessageId(id),
          firstSeenAt: '',
          status: {} as RecipientMessage['status'],
        }));
        return { messages, ...(end < all.length && { next: { start: end } }) };
      },
      seal: async (_question: string, position: unknown) => JSON.stringify(position),
      open: async (_question: string, cursor: string) => JSON.parse(cursor),
    } as Pick<MessageReader, 'messagesTo'> as Parameters<typeof recipientMessages>[1];
    for (const limit of [1, 2, 3, 4, 10]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await recipientMessages({ address: 'ana@münchen.de', limit, cursor }, ports);
        if (!page.ok) throw new Error('refused');
        expect(page.value.messages.length).toBeLessThanOrEqual(limit);
        seen.push(...page.value.messages.map(({ messageId }) => messageId));
        cursor = page.value.cursor;
      } while (cursor);
      expect(seen).toEqual(['m1', 'm2', 'm3', 'm4', 'm5']);
    }
  });
});
