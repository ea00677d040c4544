import { afterEach, describe, expect, it } from 'vitest';
import { createJsonService } from '../../local/aws-service.ts';
import { arnOf, identityOf } from '../../local/identity.ts';
import { hasNoLocalEffect } from '../../local/no-local-effect.ts';
import { type RunningTemplate, runTemplate } from '../../local/run-template.ts';
import type { Runner } from '../../local/runner.ts';
import { secrets } from '../../local/runners/secrets.ts';
import { runners } from '../../local/runners.ts';
import { aTemplate } from './support/assembly.ts';

/** Everything that a new resource type takes: its name, and how it starts, answers and stops. */
function aRunnerOfClocks(steps: string[]): Runner<ReadonlyMap<string, string>> {
  return {
    types: ['Test::Clock::Clock'],
    identify({ generatedName, property }) {
      const name = property<string>('ClockName') ?? generatedName;
      return identityOf(name, arnOf('clock', name), { attributes: { Face: `${name}-face` } });
    },
    async start(resources, run) {
      const zones = new Map(resources.map(({ name, property }) => [name, property<string>('Zone') ?? 'UTC']));
      const actions = { ReadClock: ({ Name }: { Name?: unknown }) => ({ Zone: zones.get(String(Name)) }) };
      run.serve(createJsonService({ name: 'clock', target: 'Clock_2026', version: '1.1', actions }));
      steps.push(`${[...zones.keys()]} start`);
      run.onStop(() => steps.push(`${[...zones.keys()]} stop`));
      return zones;
    },
  };
}

const clock = (Properties: Record<string, unknown> = {}) => ({ Type: 'Test::Clock::Clock', Properties });
const template = aTemplate({
  // Refers to later resources: one of the same type, and one of another.
  Late: clock({ Zone: { 'Fn::Join': ['/', [{ Ref: 'Early' }, { Ref: 'Secret' }]] } }),
  Early: clock({ ClockName: { 'Fn::Join': ['-', ['early', { Ref: 'AWS::Region' }]] } }),
  Secret: { Type: 'AWS::SecretsManager::Secret', Properties: { Name: 'key' } },
});

let running: RunningTemplate | undefined;
afterEach(() => running?.stop());

async function ask(action: string, body: object) {
  const response = await fetch(running?.run.awsEndpoint ?? '', {
    method: 'POST',
    headers: { 'x-amz-target': `Clock_2026.${action}`, 'content-type': 'application/x-amz-json-1.1' },
    body: JSON.stringify(body),
  });
  return [response.status, await response.json()];
}

describe('a resource type', () => {
  it('is one runner: it names, starts, serves and stops its resources', async () => {
    const steps: string[] = [];
    const clocks = aRunnerOfClocks(steps);
    running = await runTemplate(template, [secrets, clocks]);
    const { resources, started } = running.run;
    expect(resources.find('Early', 'Test::Clock::Clock')).toMatchObject({
      name: 'early-us-east-1',
      arn: 'arn:aws:clock:us-east-1:000000000000:early-us-east-1',
    });
    expect(resources.resolve({ 'Fn::GetAtt': ['Late', 'Face'] })).toBe('Tiny-Late-face');
    expect(started(clocks).get('early-us-east-1')).toBe('UTC');
    const secret = resources.find('Secret', 'AWS::SecretsManager::Secret').ref;
    expect(await ask('ReadClock', { Name: 'Tiny-Late' })).toEqual([
      200,
      { Zone: `early-us-east-1/${secret}` },
    ]);
    expect(await ask('WindClock', {})).toEqual([
      400,
      { __type: 'InvalidAction', message: 'the local stack has no clock action WindClock' },
    ]);
    await running.stop();
    expect(steps).toEqual(['Tiny-Late,early-us-east-1 start', 'Tiny-Late,early-us-east-1 stop']);
  });

  it('of a test has calls that can be made to fail, like any other', async () => {
    running = await runTemplate(template, [secrets, aRunnerOfClocks([])]);
    running.faults.intercept = ({ service, action, body }) =>
      service === 'clock' ? { status: 503, body: { action, name: body['Name'] } } : undefined;
    expect(await ask('ReadClock', { Name: 'x' })).toEqual([503, { action: 'ReadClock', name: 'x' }]);
  });

  it('that has no runner stops the start with one line: which resource, which type, what to do', async () => {
    const starting = runTemplate(
      aTemplate({
        Flow: { Type: 'AWS::StepFunctions::StateMachine' },
        Role: { Type: 'AWS::IAM::Role' },
        Hook: { Type: 'Custom::Hook' },
      }),
      runners,
      { dynamoDbEndpoint: 'http://127.0.0.1:1' },
    );
    await expect(starting).rejects.toMatchObject({
      name: 'CannotStart',
      message:
        'no runner for Flow (AWS::StepFunctions::StateMachine), Hook (Custom::Hook); add one under local/runners/, ' +
        'or list the type in local/no-local-effect.ts if a local run can do without it',
    });
  });

  it('is either left out, or run by exactly one runner', () => {
    const types = runners.flatMap((runner) => runner.types);
    expect(types.filter((Type) => hasNoLocalEffect({ Type }))).toEqual([]);
    expect(new Set(types).size).toBe(types.length);
  });
});

describe('runners', () => {
  const named = (name: string, steps: string[], start?: () => never): Runner<string> => ({
    types: [`Test::${name}::${name}`],
    async start(_, run) {
      run.onStop(() => steps.push(`${name} stops`));
      start?.();
      steps.push(`${name} starts`);
      return name;
    },
  });

  it('start in the order of their list and stop in the opposite one', async () => {
    const steps: string[] = [];
    running = await runTemplate(aTemplate({}), [named('A', steps), named('B', steps)]);
    await running.stop();
    expect(steps).toEqual(['A starts', 'B starts', 'B stops', 'A stops']);
  });

  it('are stopped when one of them cannot start, and so is that one', async () => {
    const steps: string[] = [];
    const fails = () => {
      throw new Error('no clockwork');
    };
    const list = [named('A', steps), named('B', steps, fails), named('C', steps)];
    await expect(runTemplate(aTemplate({}), list)).rejects.toThrow('no clockwork');
    expect(steps).toEqual(['A starts', 'B stops', 'A stops']);
  });

  it('see what an earlier one has started, and nothing of a later one', async () => {
    const early = named('A', []);
    let found = '';
    const later: Runner = {
      types: [],
      async start(_, { started }) {
        found = started(early);
      },
    };
    running = await runTemplate(aTemplate({}), [early, later]);
    expect(found).toBe('A');
    await expect(runTemplate(aTemplate({}), [later, early])).rejects.toThrow(
      'Test::A::A has not started; list its runner earlier in local/runners.ts',
    );
  });
});
