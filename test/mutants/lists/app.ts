import type { Mutant } from '../mutant.ts';

const api = ['test/lambdas/api/answer-request.test.ts'];

export const appMutants: readonly Mutant[] = [
  {
    name: 'audit-without-second-look',
    file: 'app/audit/audit.ts',
    find: "const findings = await lookAgain(auditing, 'second look', suspects);",
    replace: "const findings = await lookAgain(auditing, 'second look', { messages: [], addresses: [] });",
    tests: ['test/store/audit.test.ts'],
  },
  {
    name: 'audit-never-waits-for-half-written-rows',
    file: 'app/audit/audit.ts',
    find: 'if (countOf(suspects) > 0) await settle();',
    replace: '',
    tests: ['test/store/audit.test.ts'],
  },
  {
    name: 'api-blames-the-caller-for-our-trouble',
    file: 'lambdas/api/problem.ts',
    find: "500,\n  'Internal error',",
    replace: "400,\n  'Internal error',",
    tests: api,
  },
  {
    name: 'repeat-looks-at-the-history-alone',
    file: 'app/earlier-try.ts',
    find: '[...history, ...heads.map(({ latest }) => latest)]',
    replace: 'history',
    tests: ['test/store/repeated-requests.test.ts'],
  },
  {
    name: 'repeat-happens-later',
    file: 'app/release.ts',
    find: 'earlier?.entry.occurredAt ?? momentFromMillis(ports.now().getTime())',
    replace: 'momentFromMillis(ports.now().getTime())',
    tests: ['test/store/repeated-requests.test.ts'],
  },
  {
    name: 'api-hides-our-trouble',
    file: 'lambdas/api/answer-request.ts',
    find: 'if (!(error instanceof ApiProblem)) onFailure(error);',
    replace: '',
    tests: api,
  },
  {
    name: 'api-takes-unchecked-bodies',
    file: 'lambdas/api/answer-request.ts',
    find: "body: checked(operation.input.body, parsed(request.body), 'body')",
    replace: 'body: parsed(request.body)',
    tests: api,
  },
  {
    name: 'api-refusal-as-success',
    file: 'lambdas/api/problem.ts',
    find: "no: { status: 409, title: 'Conflict' }",
    replace: "no: { status: 200, title: 'Conflict' }",
    tests: api,
  },
  {
    name: 'audit-reports-keys-that-questions-read',
    file: 'app/audit/find-misplaced.ts',
    find: 'earlierKeysOf(mailbox).some((earlier) => earlier === key)',
    replace: 'earlierKeysOf(mailbox).length < 0',
    tests: ['test/store/audit.test.ts'],
  },
  {
    name: 'audit-refuses-its-own-copy',
    file: 'app/audit/compare-suppression.ts',
    find: '[required, replaced(required) ?? required]',
    replace: '[required]',
    tests: ['test/store/audit.test.ts'],
  },
];
