import type { Mutant } from '../mutant.ts';

const status = ['test/core/fold-status.test.ts'];
const precedence = ['test/core/precedence.test.ts'];
const address = ['test/core/address.test.ts'];
const suppression = ['test/core/fold-suppression.test.ts'];

export const coreMutants: readonly Mutant[] = [
  {
    name: 'bounce-in-the-tier-of-a-complaint',
    file: 'core/precedence.ts',
    find: 'hard_bounce: { tier: 2, rank: 0 }',
    replace: 'hard_bounce: { tier: 3, rank: 0 }',
    tests: precedence,
  },
  {
    name: 'delivered-ranks-below-deferred',
    file: 'core/precedence.ts',
    find: 'delivered: { tier: 0, rank: 3 }',
    replace: 'delivered: { tier: 0, rank: 0 }',
    tests: precedence,
  },
  {
    name: 'rank-before-the-time',
    file: 'core/precedence.ts',
    find: '`${tier}|${event.occurredAt}|${rank}|',
    replace: '`${tier}|${rank}|${event.occurredAt}|',
    tests: precedence,
  },
  {
    name: 'last-joined-status-wins',
    file: 'core/fold-status.ts',
    find: 'const deciding = one.precedence >= other.precedence ? one : other;',
    replace: 'const deciding = one.precedence === other.precedence ? one : other;',
    tests: status,
  },
  {
    name: 'times-of-the-winner-only',
    file: 'core/fold-status.ts',
    find: 'times: latestTimes(one.times, other.times)',
    replace: 'times: latestTimes(deciding.times, deciding.times)',
    tests: status,
  },
  {
    name: 'includes-status-blind-to-times',
    file: 'core/fold-status.ts',
    find: "(status.times[type] ?? '') >= (other.times[type] ?? '')",
    replace: "(status.times[type] ?? '') >= (other.times[type] ?? '') || type === 'delivered'",
    tests: status,
  },
  {
    name: 'release-ends-what-happens-afterwards',
    file: 'core/fold-suppression.ts',
    find: 'return release === undefined || moment > release;',
    replace: 'return release === undefined;',
    tests: suppression,
  },
  {
    name: 'release-ends-every-scope',
    file: 'core/fold-suppression.ts',
    find: 'return release.scope === allScopes || release.scope === evidence.scope;',
    replace: 'return release.scope === allScopes || evidence.scope.length > 0;',
    tests: suppression,
  },
  {
    name: 'resubscribe-ends-a-complaint',
    file: 'core/fold-suppression.ts',
    find: "evidence.cause === 'unsubscribe' &&",
    replace: 'evidence.cause.length > 0 &&',
    tests: suppression,
  },
  {
    name: 'resubscribe-of-another-provider-counts',
    file: 'core/fold-suppression.ts',
    find: 'release.provider === evidence.provider &&',
    replace: 'true &&',
    tests: suppression,
  },
  {
    name: 'soft-bounces-of-one-message-count-twice',
    file: 'core/soft-bounces.ts',
    find: 'return messageId ?? id;',
    replace: 'return `${messageId} ${id}`;',
    tests: suppression,
  },
  {
    name: 'drop-of-the-message-blames-the-address',
    file: 'core/suppression.ts',
    find: "(event.type === 'dropped' && event.blames === 'message') ||",
    replace: '',
    tests: suppression,
  },
  {
    name: 'automatic-reply-counts-as-a-bounce',
    file: 'core/suppression.ts',
    find: "(event.type === 'soft_bounce' && event.mayBeAutomaticReply === true)",
    replace: 'false',
    tests: suppression,
  },
  {
    name: 'machine-turns-the-status-to-open',
    file: 'core/precedence.ts',
    find: ' && !isMachineOpen(event)',
    replace: '',
    tests: status,
  },
  {
    name: 'address-keeps-its-letter-case',
    file: 'core/mailbox.ts',
    find: '(quoted ?? text).toLowerCase()',
    replace: '(quoted ?? text)',
    tests: address,
  },
  {
    name: 'address-keeps-its-trailing-dot',
    file: 'core/domain.ts',
    find: "domain.endsWith('.') ? domain.slice(0, -1) : domain",
    replace: 'domain',
    tests: address,
  },
  {
    name: 'address-from-a-list-of-several',
    file: 'core/mailbox.ts',
    find: "return isList || /[<>\"]/.test(name) ? '' : inner;",
    replace: 'return isList ? inner : inner;',
    tests: address,
  },
  {
    name: 'address-with-invisible-characters',
    file: 'core/mailbox.ts',
    find: 'if (invisible.test(trimmed) || otherAtSigns.test(trimmed)) return undefined;',
    replace: '',
    tests: address,
  },
  {
    name: 'precedence-without-the-provider',
    file: 'core/precedence.ts',
    find: 'return `${precedenceWithoutProvider(event)} ${event.provider}`;',
    replace: 'return precedenceWithoutProvider(event);',
    tests: precedence,
  },
  {
    name: 'time-of-next-year-believed',
    file: 'core/believable-time.ts',
    find: 'const maxAheadMillis = 24 * 3_600_000;',
    replace: 'const maxAheadMillis = 365 * 24 * 3_600_000;',
    tests: ['test/core/believable-time.test.ts'],
  },
];
