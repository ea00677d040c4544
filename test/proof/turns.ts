import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Wire } from './world.ts';

/**
 * A wire for each of several stores. Their calls take effect one at a time: `turns` chooses, call by call, which store's
 * next call that is. A store that has none waiting, and everyone once `turns` is used up, goes in order.
 */
export function inTurns(stores: number, turns: readonly number[]): Wire[] {
  const waiting = Array.from({ length: stores }, (): (() => Promise<void>)[] => []);
  const choices = turns.values();
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    for (;;) {
      // Let every store reach its next call first, so that the choice is among all of them.
      await nextTurn();
      const chosen = waiting[(choices.next().value ?? 0) % stores];
      const next = (chosen?.length ? chosen : waiting.find(({ length }) => length > 0))?.shift();
      if (!next) break;
      await next();
    }
    isRunning = false;
  };
  return waiting.map(
    (mine): Wire =>
      (perform) =>
        new Promise((resolve, reject) => {
          mine.push(() => perform().then(resolve, reject));
          if (!isRunning) void run();
        }),
  );
}
