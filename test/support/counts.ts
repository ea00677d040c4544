import fc from 'fast-check';
import type { SendCounts } from '../../core/rates.ts';

/** Counts as sends give them: what is counted about delivered sends is part of these, and these of the sent ones. */
export function anyCounts(): fc.Arbitrary<SendCounts> {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  return fc
    .record({ attempted: fc.nat(1_000_000), shares: fc.array(share, { minLength: 12, maxLength: 12 }) })
    .map(({ attempted, shares }) => {
      const part = (whole: number, index: number) => Math.floor(whole * (shares[index] ?? 0));
      const sent = part(attempted, 0);
      const delivered = part(sent, 1);
      return {
        attempted,
        sent,
        delivered,
        bounced: part(sent, 2),
        softBounced: part(sent, 3),
        dropped: part(attempted, 4),
        complained: part(delivered, 5),
        unsubscribed: part(delivered, 6),
        opened: part(delivered, 7),
        clicked: part(delivered, 8),
        machineOpened: part(delivered, 9),
        machineClicked: part(delivered, 10),
        undelivered: part(sent, 11),
      };
    });
}
