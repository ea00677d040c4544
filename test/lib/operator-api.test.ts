import { describe, expect, it } from 'vitest';
import { routes } from '../../lambdas/api/routes.ts';
import { operatorVariables } from '../../lambdas/api-operator/environment.ts';
import type { Settings } from '../../lib/settings.ts';
import { grantsOf, synthesize } from './synthesize.ts';

const world = synthesize({ providers: ['sendgrid'] });
const { mailfold, propertiesOf, arnOf, refTo } = world;
const { apiOperator } = mailfold;

describe('the routes for operating', () => {
  it('have a function that gets the variables that it reads, and nothing else', () => {
    const {
      NODE_OPTIONS: _,
      POWERTOOLS_SERVICE_NAME: __,
      ...variables
    } = propertiesOf(apiOperator).Environment.Variables;
    expect(Object.keys(variables).toSorted()).toEqual([...operatorVariables].toSorted());
    expect(JSON.stringify(variables.STACK_FACTS)).toContain(String.raw`\"isChosen\":true`);
  });

  it('know which parts this stack has', () => {
    const features = (settings: Settings) => {
      const given = synthesize(settings);
      const { STACK_FACTS } = given.propertiesOf(given.mailfold.apiOperator).Environment.Variables;
      return /features\\*":(\[[^\]]*\])/.exec(JSON.stringify(STACK_FACTS))?.[1]?.replaceAll('\\', '');
    };
    expect(features({ lake: false })).toBe('[]');
    expect(features({ console: true, eventBus: true })).toBe('["console","lake","event-bus"]');
  });

  it('answer within the time that API Gateway waits', () => {
    expect(propertiesOf(apiOperator).Timeout).toBeLessThan(29);
  });

  it('change nothing but dead letters: no table, no key, and of the events queue only its end', () => {
    const granted = grantsOf(world, apiOperator);
    expect(
      granted.filter(({ on }) => JSON.stringify(on) === JSON.stringify(arnOf(mailfold.eventsQueue))),
    ).toEqual([
      { action: 'sqs:GetQueueAttributes', on: arnOf(mailfold.eventsQueue) },
      { action: 'sqs:SendMessage', on: arnOf(mailfold.eventsQueue) },
    ]);
    const changing = granted.filter(({ action }) =>
      /:(Put|Update|Delete|Start|Cancel|Create|Batch|PartiQL)/.test(action),
    );
    expect(changing.map(({ action }) => action)).toEqual(
      [
        'sqs:CancelMessageMoveTask',
        'logs:CreateLogStream',
        'logs:PutLogEvents',
        'sqs:DeleteMessage',
        'sqs:DeleteMessage',
        'sqs:StartMessageMoveTask',
      ].toSorted((a, b) => a.localeCompare(b)),
    );
    const secrets = granted.filter(({ action }) => action.startsWith('secretsmanager:')).map(({ on }) => on);
    expect(secrets).toEqual([refTo(mailfold.ownKey), refTo(mailfold.providerSecret)]);
  });

  it('are not served by the reader, which senders wait for', () => {
    const operated = routes.filter(({ servedBy }) => servedBy === 'operator').map(({ path }) => path);
    expect(operated).toContain('/v1/health');
    expect(operated).not.toContain('/v1/suppressions/check');
  });
});
