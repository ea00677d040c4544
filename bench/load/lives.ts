import type { Random } from '../../cli/storm/random.ts';
import type { SimulatedEvent } from '../../providers/simulator.ts';

/** Per thousand messages, in the proportions of an ordinary sender of newsletters and receipts. */
const fates: readonly { readonly weight: number; readonly kinds: readonly string[] }[] = [
  { weight: 540, kinds: ['processed', 'delivered'] },
  { weight: 230, kinds: ['processed', 'delivered', 'open'] },
  { weight: 110, kinds: ['processed', 'delivered', 'open', 'open', 'open'] },
  { weight: 30, kinds: ['processed', 'delivered', 'open', 'click'] },
  { weight: 45, kinds: ['processed', 'deferred', 'delivered'] },
  { weight: 15, kinds: ['processed', 'hard_bounce'] },
  { weight: 10, kinds: ['processed', 'deferred', 'soft_bounce'] },
  { weight: 15, kinds: ['dropped'] },
  { weight: 3, kinds: ['processed', 'delivered', 'open', 'unsubscribe'] },
  { weight: 1, kinds: ['processed', 'delivered', 'complaint'] },
  { weight: 1, kinds: ['unknown'] },
];

/** Seconds since the event before: delivery takes seconds, a reader takes minutes. */
const lag: Record<string, (random: Random) => number> = {
  processed: () => 0,
  deferred: (random) => 1 + random.next() * 5,
  delivered: (random) => 0.3 + exponential(random, 2),
  open: (random) => 60 + exponential(random, 300),
  click: (random) => 5 + exponential(random, 60),
};

/** All events of one message that its provider reports. */
export function lifeOf(
  message: { readonly messageId: string; readonly to: string; readonly sentAt: Date },
  kinds: readonly string[],
  random: Random,
): SimulatedEvent[] {
  let at = message.sentAt.getTime();
  return random
    .pickByWeight(fates)
    .kinds.filter((kind) => kinds.includes(kind))
    .map((kind) => {
      at += Math.round((lag[kind] ?? (() => 1 + random.next() * 20))(random) * 1_000);
      return {
        kind,
        to: [message.to],
        messageId: message.messageId,
        at: new Date(at),
        sentAt: message.sentAt,
      };
    });
}

function exponential(random: Random, mean: number): number {
  return -Math.log(1 - random.next()) * mean;
}
