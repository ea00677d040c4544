import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Random } from '../../cli/storm/random.ts';
import type { Call, Wire } from './world.ts';

/** What can happen to one call: whether it takes effect, and whether the consumer gets the answer. */
export const crashes = [
  'an error before the call took effect',
  'an error after the call took effect',
  'the end of the process before the call took effect',
  'the end of the process after the call took effect',
  'a long sleep, and another consumer did the work meanwhile',
] as const;
export type Crash = (typeof crashes)[number];

/** A wire that breaks at its n-th call. */
export function crashAt(place: number, crash: Crash) {
  const dead = Promise.withResolvers<void>();
  const awake = Promise.withResolvers<void>();
  const isAsleep = crash.startsWith('a long sleep');
  let calls = 0;
  let inFlight = 0;
  let hasEnded = false;
  let hit: Call | undefined;
  const settle = () => {
    if (hasEnded && inFlight === 0) dead.resolve();
  };
  const perform = async <Answer>(call: () => Promise<Answer>) => {
    inFlight += 1;
    try {
      return await call();
    } finally {
      inFlight -= 1;
      settle();
    }
  };
  const never = new Promise<never>(() => {});

  const wire: Wire = async (call, what) => {
    calls += 1;
    if (hasEnded && !isAsleep) return never;
    if (calls === place) {
      hit = what;
      hasEnded = !crash.startsWith('an error');
      if (crash.endsWith('after the call took effect')) await perform(call).catch(() => {});
      if (!hasEnded) throw new Error('the connection was lost');
    }
    if (!hasEnded) return perform(call);
    settle();
    if (!isAsleep) return never;
    await awake.promise;
    return call();
  };
  return {
    wire,
    /** The call that broke; undefined when there were fewer calls. */
    hit: () => hit,
    /** Resolves when the process is dead or suspended, and nothing more will happen. */
    stopped: dead.promise,
    wakeUp: awake.resolve,
  };
}

/** Several consumers on one wire. Their calls take effect one at a time, in a random order. */
export function oneAtATime(random: Random): Wire {
  const waiting: (() => Promise<void>)[] = [];
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    for (;;) {
      // Let every consumer reach its next call first, so that the choice is among all of them.
      await nextTurn();
      const next = waiting.splice(Math.floor(random.next() * waiting.length), 1)[0];
      if (!next) break;
      await next();
    }
    isRunning = false;
  };
  return (perform) =>
    new Promise((resolve, reject) => {
      waiting.push(() => perform().then(resolve, reject));
      if (!isRunning) void run();
    });
}

/** Errors as the SDK throws them after its own retries. */
export const troubles = [
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'InternalServerError',
  'TransactionConflictException',
  'TimeoutError',
  'ECONNRESET',
] as const;

/** A wire on which every call that contains one of these rows fails as a whole. */
export function failingFor(keys: ReadonlySet<string>, trouble: string): Wire {
  return (perform, call) =>
    call.to === 'table' && call.keys.some((key) => keys.has(key))
      ? Promise.reject(Object.assign(new Error('try again later'), { name: trouble }))
      : perform();
}
