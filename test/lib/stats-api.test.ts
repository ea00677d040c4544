import { describe, expect, it } from 'vitest';
import { statsVariables } from '../../lambdas/api-stats/environment.ts';
import { grantsOf, synthesize } from './synthesize.ts';

const world = synthesize();
const { apiStats, lake } = world.mailfold;
if (!apiStats || !lake) throw new Error('expected a lake, found none');

describe('the function for statistics', () => {
  it('has the variables that it reads, and nothing else', () => {
    const {
      NODE_OPTIONS: _,
      POWERTOOLS_SERVICE_NAME: __,
      ...variables
    } = world.propertiesOf(apiStats).Environment.Variables;
    expect(Object.keys(variables).toSorted()).toEqual([...statsVariables].toSorted());
  });

  it('may ask the lake, and reaches no table of messages, no queue and no secret', () => {
    const granted = grantsOf(world, apiStats).map(({ action }) => action.replace(/:.*/, ''));
    expect([...new Set(granted)].toSorted()).toEqual(['athena', 'glue', 'logs', 's3']);
  });

  it('may write nothing but results of questions', () => {
    const writes = grantsOf(world, apiStats).filter(({ action }) => /^s3:(Put|Delete)/.test(action));
    expect(writes.map(({ action }) => action)).toEqual(['s3:PutObject']);
    expect(JSON.stringify(writes[0]?.on)).toContain('/results/*');
  });

  it('has more time than a question, and less than API Gateway waits', () => {
    const { Timeout } = world.propertiesOf(apiStats);
    expect([Timeout > 20, Timeout < 30]).toEqual([true, true]);
  });

  it('does not exist in a stack without a lake, nor does its route', () => {
    const without = synthesize({ lake: false });
    expect(without.mailfold.apiStats).toBeUndefined();
    const routes = without.all('AWS::ApiGatewayV2::Route').map(({ RouteKey }) => RouteKey);
    expect(routes).not.toContain('GET /v1/stats');
  });
});
