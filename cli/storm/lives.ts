import type { SimulatedEvent } from '../../providers/simulator.ts';
import type { Random } from './random.ts';

/** What happens to messages, roughly in the shares of an ordinary sender. */
const fates: readonly { readonly weight: number; readonly kinds: readonly string[] }[] = [
  { weight: 34, kinds: ['processed', 'delivered'] },
  { weight: 20, kinds: ['processed', 'delivered', 'open'] },
  { weight: 14, kinds: ['processed', 'delivered', 'open', 'click'] },
  { weight: 8, kinds: ['processed', 'deferred', 'delivered'] },
  { weight: 6, kinds: ['processed', 'deferred', 'soft_bounce'] },
  { weight: 7, kinds: ['processed', 'hard_bounce'] },
  { weight: 3, kinds: ['processed', 'delivered', 'complaint'] },
  { weight: 4, kinds: ['dropped'] },
  { weight: 3, kinds: ['processed', 'delivered', 'open', 'unsubscribe'] },
  { weight: 1, kinds: ['processed', 'delivered', 'unsubscribe', 'resubscribe'] },
  { weight: 1, kinds: ['unknown'] },
];

type Message = {
  readonly messageId: string;
  /** It is sent up to an hour before. */
  readonly start: Date;
  /** Distinct addresses to draw from. */
  readonly recipients?: number;
};

/** All events of one message that its provider would report, in the order in which they happened. */
export function lifeOf(
  { messageId, start, recipients = 5000 }: Message,
  kinds: readonly string[],
  random: Random,
): SimulatedEvent[] {
  const to = [`user${Math.floor(random.next() * recipients)}@example.com`];
  const sentAt = new Date(start.getTime() - Math.floor(random.next() * 3_600_000));
  let at = sentAt.getTime();
  return random
    .pickByWeight(fates)
    .kinds.filter((kind) => kinds.includes(kind))
    .map((kind) => {
      // Up to ten seconds apart: where a provider reports whole seconds, two events can have the same time.
      at += Math.floor(random.next() * 10_000);
      return { kind, to, messageId, at: new Date(at), sentAt };
    });
}
