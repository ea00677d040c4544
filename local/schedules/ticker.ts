import type { Schedule } from './schedule.ts';

const minute = 60_000;

export type Ticker = {
  /** Fires each schedule that was due since the last look, once. */
  look(): void;
  stop(): void;
};

/** Fires schedules at the beginning of the minute in which they are due. */
export function startTicker(schedules: readonly Schedule[], now: () => number = Date.now): Ticker {
  let looked = Math.floor(now() / minute);
  let timer = setTimeout(() => {}, 0);

  function look(): void {
    const current = Math.floor(now() / minute);
    // A machine that was asleep has missed minutes.
    const missed = Array.from({ length: Math.max(0, current - looked) }, (_, index) => looked + index + 1);
    looked = current;
    for (const schedule of schedules.filter(({ settings }) => settings.enabled)) {
      const due = missed.find((number) => schedule.settings.isDue(new Date(number * minute)));
      if (due !== undefined) schedule.fire(new Date(due * minute));
    }
  }

  function wait(): void {
    timer = setTimeout(
      () => {
        look();
        wait();
      },
      minute - (now() % minute) + 10,
    );
  }

  wait();
  return { look, stop: () => clearTimeout(timer) };
}
