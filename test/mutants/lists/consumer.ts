import type { Mutant } from '../mutant.ts';

const consume = ['test/lambdas/consumer/consume.test.ts'];
const handler = ['test/lambdas/consumer/handler.test.ts'];
const plan = ['test/store/plan-writes.test.ts'];

export const consumerMutants: readonly Mutant[] = [
  {
    name: 'event-without-time-is-of-each-receipt',
    file: 'lambdas/consumer/date-events.ts',
    find: 'if (times.has(name)) times.set(name, stored.occurredAt);',
    replace: 'if (times.has(name)) times.get(name);',
    tests: ['test/scenarios/event-without-time.test.ts'],
  },
  {
    name: 'event-without-time-is-lost-while-the-table-is-busy',
    file: 'lambdas/consumer/date-events.ts',
    find: 'reading.message.noteOutcome(failure);',
    replace: 'reading.message.noteOutcome({ ...failure, type: "done", repeated: false });',
    tests: ['test/scenarios/event-without-time.test.ts'],
  },
  {
    name: 'handler-without-time-reserve',
    file: 'lambdas/consumer/handler.ts',
    find: 'return () => context.getRemainingTimeInMillis() < reserveMillis;',
    replace: 'return () => context.getRemainingTimeInMillis() + reserveMillis < 0;',
    tests: handler,
  },
  {
    name: 'handler-with-dedupe-window-of-0',
    file: 'lambdas/consumer/handler.ts',
    find: 'windowDays: Number(environment.DEDUPE_WINDOW_DAYS)',
    replace: 'windowDays: 0 * Number(environment.DEDUPE_WINDOW_DAYS)',
    tests: handler,
  },
  {
    name: 'handler-hands-nothing-back',
    file: 'lambdas/consumer/handler.ts',
    find: 'batchItemFailures: unfinished.map(',
    replace: 'batchItemFailures: unfinished.slice(0, 0).map(',
    tests: handler,
  },
  {
    name: 'acknowledges-without-all-writes',
    file: 'lambdas/consumer/progress.ts',
    find: 'return this.isRead && this.missingWrites === 0;',
    replace: 'return this.isRead && this.missing.failed === 0;',
    tests: ['test/lambdas/consumer/consume.test.ts', 'test/lambdas/consumer/handler.test.ts'],
  },
  {
    name: 'unreadable-message-acknowledged',
    file: 'lambdas/consumer/finish.ts',
    find: 'if (message.brokenBecause !== undefined) return stayWhole(message, deps);',
    replace: 'if (message.brokenBecause !== undefined) return !stayWhole(message, deps);',
    tests: consume,
  },
  {
    name: 'message-split-off-before-is-split-again',
    file: 'lambdas/consumer/finish.ts',
    find: 'message.readableEvents === 0 || message.wasSplitOff',
    replace: 'message.readableEvents === 0',
    tests: consume,
  },
  {
    name: 'stored-message-waits-for-throttled-neighbours',
    file: 'lambdas/consumer/consume.ts',
    find: 'await finisher.finish(left.filter(({ isStored }) => isStored));',
    replace: '',
    tests: ['test/lambdas/consumer/hard-batches.test.ts'],
    only: 'one unreadable event each',
  },
  {
    name: 'busy-rows-tried-once',
    file: 'lambdas/consumer/progress.ts',
    find: 'return this.isRead && this.missing.busy > 0;',
    replace: 'return this.isRead && this.missing.busy < 0;',
    tests: consume,
  },
  {
    name: 'imported-event-counted-as-mail-of-today',
    file: 'lambdas/consumer/measure-writes.ts',
    find: 'if (arrival.imported) {',
    replace: 'if (false) {',
    tests: ['test/lambdas/consumer/consume-metrics.test.ts'],
  },
  {
    name: 'imported-message-listed-at-the-time-of-import',
    file: 'store/plan-writes.ts',
    find: '...(firstSeenAt && { firstSeenAt })',
    replace: '',
    tests: ['test/store/plan-writes.test.ts'],
  },
  {
    name: 'status-planned-from-the-last-event-only',
    file: 'store/plan-writes.ts',
    find: 'foldStatus(statusIn(planned), event)',
    replace: 'foldStatus(undefined, event)',
    tests: plan,
  },
  {
    name: 'message-needs-only-its-first-sight-of-an-event',
    file: 'store/plan-writes.ts',
    find: 'needs[reading]?.add(place);',
    replace: 'if (!writes.has(write.name)) needs[reading]?.add(place);',
    tests: plan,
  },
];
