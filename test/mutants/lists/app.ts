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
    file: 'lambdas/api/answer-request.ts',
    find: "new ApiProblem(500, 'Internal error', 'something failed on our side; try again later')",
    replace: "new ApiProblem(400, 'Bad request', 'something failed on our side; try again later')",
    tests: api,
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
];
