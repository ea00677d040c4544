import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answer } from '../../../app/answer.ts';
import { answerRequest } from '../../../lambdas/api/answer-request.ts';
import { callerOf } from '../../../lambdas/api/caller.ts';
import { examples } from '../../../lambdas/api/openapi/examples.ts';
import { operations } from '../../../lambdas/api/operations.ts';
import { type RouteId, roles } from '../../../lambdas/api/routes.ts';

const person = (claims: Record<string, unknown>) => callerOf({ jwt: { claims } });
const rolesOf = (claims: Record<string, unknown>) => person(claims)?.roles;

describe('who makes a request', () => {
  it('is the AWS identity that signed it, whose policies have let it in', () => {
    expect(callerOf({ iam: { userArn: 'arn:aws:iam::1:user/kim' } })).toEqual({
      type: 'iam',
      name: 'arn:aws:iam::1:user/kim',
      roles,
    });
  });

  it('is the person that the token names: by e-mail address, by name, or by what there is', () => {
    const claims = { email: 'kim@example.com', name: 'Kim', username: 'u1', sub: '7d' };
    expect(person(claims)?.name).toBe('kim@example.com');
    expect(person({ ...claims, email: ' ' })?.name).toBe('Kim');
    expect(person({ username: 'u1', sub: '7d' })?.name).toBe('u1');
    expect(person({ sub: '7d' })?.name).toBe('7d');
  });

  it('has the roles of the groups in the token, as API Gateway writes them', () => {
    expect(rolesOf({ 'cognito:groups': '[support]' })).toEqual(['viewer', 'support']);
    expect(rolesOf({ 'cognito:groups': '[everybody operator]' })).toEqual(['viewer', 'support', 'operator']);
    expect(rolesOf({ groups: 'viewer' })).toEqual(['viewer']);
    expect(rolesOf({ roles: '[viewer,support]' })).toEqual(['viewer', 'support']);
  });

  it('has no role by a name that only looks like one', () => {
    for (const groups of [
      '',
      '[]',
      '[Operator]',
      '[no-operator]',
      '[operators]',
      '[[operator]]',
      'operator]',
      'map[operator:1]',
    ])
      expect([groups, rolesOf({ 'cognito:groups': groups })]).toEqual([groups, []]);
    // A person chooses their own name and address, and they say nothing about groups.
    expect(rolesOf({ email: 'operator', name: '[operator]', scope: 'operator' })).toEqual([]);
  });

  it('is nobody when API Gateway let nobody in', () => {
    expect([callerOf(undefined), callerOf({})]).toEqual([undefined, undefined]);
  });
});

/** What a person with these groups is answered: every use case succeeds, so only the roles decide. */
async function statusFor(id: string, groups: readonly string[]): Promise<number> {
  const operation = operations.find((each) => each.id === id);
  if (!operation) throw new Error(`no operation ${id}`);
  const { path, query = {}, body = {} } = examples[id as RouteId] as Record<string, Record<string, string>>;
  const request = {
    routeKey: `${operation.method} ${operation.path}`,
    path: path ?? {},
    rawPath: operation.path,
    query,
    body: JSON.stringify(body),
    caller: person({ 'cognito:groups': `[${groups.join(' ')}]`, sub: '7d' }),
  };
  const alone = [{ ...operation, act: async () => answer({}) }];
  return (await answerRequest(request, alone, {}, () => {})).status;
}

describe('a person may use', () => {
  const may = (group: string) =>
    Promise.all(operations.map(async ({ id }) => ((await statusFor(id, [group])) === 200 ? [id] : []))).then(
      (lists) => lists.flat().sort(),
    );

  it('nothing without a group', async () => {
    expect(await may('everybody')).toEqual([]);
  });

  it('as a viewer, what only reads, except for payloads and bodies', async () => {
    const reads = operations.filter(({ writes }) => !writes).map(({ id }) => id);
    expect(await may('viewer')).toEqual(
      reads.filter((id) => !['getEventPayload', 'showDeadLetters'].includes(id)).sort(),
    );
  });

  it('as support, also what changes suppressions, and payloads', async () => {
    const viewer = await may('viewer');
    expect((await may('support')).filter((id) => !viewer.includes(id))).toEqual([
      'getEventPayload',
      'importSuppressions',
      'release',
      'releaseMany',
      'suppress',
      'suppressMany',
    ]);
  });

  it('as an operator, everything', async () => {
    expect(await may('operator')).toEqual(operations.map(({ id }) => id).sort());
  });

  it('no more with further groups that are not roles', async () => {
    const anyGroup = fc
      .stringMatching(/^[a-z:@.-]{1,12}$/)
      .filter((name) => !(roles as readonly string[]).includes(name));
    await fc.assert(
      fc.asyncProperty(fc.array(anyGroup, { maxLength: 3 }), async (groups) => {
        expect(await statusFor('redriveDeadLetters', [...groups, 'support'])).toBe(403);
      }),
      { numRuns: 30 },
    );
  });
});
