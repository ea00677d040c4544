import { describe, expect, it } from 'vitest';
import { checkSuppressions } from '../../app/check-suppressions.ts';
import { explainAddress } from '../../app/explain-address.ts';
import type { Cursors, SuppressionLog } from '../../app/ports/store.ts';
import { previewReleases } from '../../app/preview-releases.ts';
import { release } from '../../app/release.ts';
import { headsOf } from '../../core/head.ts';
import { type Address, toAddress, toEventId } from '../../core/ids.ts';
import { momentFromText } from '../../core/moment.ts';
import { type Cause, causes, type SuppressionEntry } from '../../core/suppression.ts';

/** What a provider wrote where an address should be: it names no mailbox, and is listed all the same. */
const stray = '"><script>@Example.com';
const notAnAddress = { ok: false, refusal: { code: 'not-an-address' } };
const change = { by: 'kim', because: 'typed by hand' };

function logWith(cause: Cause) {
  const rows: SuppressionEntry[] = [
    {
      type: 'evidence',
      cause,
      address: toAddress(stray),
      scope: '*',
      occurredAt: momentFromText('2026-01-01T00:00:00Z'),
      id: toEventId('evidence-1'),
    },
  ];
  const settings = { softBounceCap: 5, softBounceWindowDays: 30, causes };
  const under = (keys: readonly Address[]) => rows.filter(({ address }) => keys.includes(address));
  const log = {
    settings,
    record: async (entry: SuppressionEntry) => rows.push(entry) > 0,
    headsOf: async (key: Address) => ({ heads: headsOf(under([key]), settings), isWhole: true }),
    historyOf: async (keys: readonly Address[]) => ({ entries: under(keys) }),
    now: () => new Date('2026-02-01T00:00:00Z'),
    newId: () => 'release-1',
  };
  return log as unknown as typeof log & SuppressionLog & Cursors;
}

describe('a suppressed string that names no mailbox', () => {
  it('can be opened, previewed and released as it is listed', async () => {
    const log = logWith('hard_bounce');
    const listed = toAddress(stray);
    expect(await explainAddress({ address: listed }, log)).toMatchObject({ value: { suppressed: true } });
    expect(await previewReleases({ addresses: [listed] }, log)).toMatchObject({
      value: { previews: [{ address: listed, ends: [{ cause: 'hard_bounce' }] }] },
    });
    expect(await release({ ...change, address: listed }, log)).toMatchObject({
      value: { suppressed: false, ended: [{ cause: 'hard_bounce' }] },
    });
    expect(await explainAddress({ address: listed }, log)).toMatchObject({ value: { suppressed: false } });
  });

  it('is refused where nothing is known of it: "not suppressed" could let mail through', async () => {
    const log = logWith('hard_bounce');
    for (const other of ['"><b>@example.com', 'ana@example.com, ben@example.com', 'ana']) {
      expect(await explainAddress({ address: other }, log)).toMatchObject(notAnAddress);
      expect(await previewReleases({ addresses: [other] }, log)).toMatchObject(notAnAddress);
      expect(await release({ ...change, address: other }, log)).toMatchObject(notAnAddress);
    }
    expect(await previewReleases({ addresses: [stray, 'ana'] }, log)).toMatchObject({
      refusal: { detail: expect.stringMatching(/^address 2 of 2: /) },
    });
  });

  it('is never said to be free of suppression because of what was not enough, nor to a program that sends', async () => {
    expect(await explainAddress({ address: stray }, logWith('soft_bounce'))).toMatchObject(notAnAddress);
    expect(await checkSuppressions({ addresses: [stray] }, logWith('hard_bounce'))).toMatchObject(
      notAnAddress,
    );
  });
});
