import { describe, expect, it } from 'vitest';
import { checkStages, chooseStage } from '../../lib/stages.ts';
import stages from '../../mailfold.config.ts';

describe('the stages of a settings file', () => {
  it('are dev and prod side by side, in the file that comes with the repository', () => {
    expect(Object.keys(checkStages(stages))).toEqual(['dev', 'prod']);
  });

  it('need no name if there is only one', () => {
    expect(chooseStage({ only: { stackName: 'Mail' } }, undefined)).toEqual({
      name: 'only',
      stackName: 'Mail',
    });
  });

  it.each([
    [undefined, 'expected --stage with one of dev, prod, found none'],
    ['prd', 'expected --stage with one of dev, prod, found "prd"; did you mean prod?'],
    ['toString', 'found "toString"'],
  ])('must be chosen by a name that exists: %s', (asked, message) => {
    expect(() => chooseStage(stages, asked)).toThrow(message);
  });

  it.each([
    [undefined, 'expected `export default` with an object of stages, such as dev and prod, found nothing'],
    [[], 'found []'],
    [{}, 'expected at least one stage, found none'],
    [{ Prod: { stackName: 'A' } }, 'expected the name of a stage to begin with a lower-case letter'],
    [{ prod: 'Mailfold' }, 'stage prod: expected an object with a stackName, found "Mailfold"'],
    [{ prod: {} }, 'stage prod: expected a stackName, found none'],
    [{ prod: { stackName: 'My_Stack' } }, 'stage prod: stackName: expected a name of letters, digits'],
    [{ prod: { stackName: 'A', account: 111122223333 } }, 'account: expected an account number of 12 digits'],
    [{ prod: { stackName: 'A', region: 'Ireland' } }, 'region: expected a region such as eu-west-1'],
    [{ prod: { stackName: 'A', setings: {} } }, 'found "setings"; did you mean settings?'],
    [
      { prod: { stackName: 'A', alarmEmail: 'ops@example.com' } },
      'found "alarmEmail"; a setting belongs into `settings`',
    ],
    [
      { dev: { stackName: 'A' }, prod: { stackName: 'A' } },
      'expected a stack of its own for each stage, found A in dev and prod',
    ],
    [
      { dev: { stackName: 'A' }, prod: { stackName: 'A', region: 'eu-west-1', account: '111122223333' } },
      'expected a stack of its own for each stage, found A in dev and prod',
    ],
    [
      { dev: { stackName: 'Mail' }, prod: { stackName: 'mail' } },
      'expected stack names that differ by more than upper and lower case, found Mail and mail in dev and prod',
    ],
  ])('are refused with words that say what was expected: %j', (found, message) => {
    expect(() => checkStages(found)).toThrow(message);
  });

  it('may have stack names that only a hyphen keeps apart', () => {
    const similar = { dev: { stackName: 'Mail-Dev' }, prod: { stackName: 'MailDev' } };
    expect(checkStages(similar)).toBe(similar);
  });

  it('may have one stack name in two accounts, or in two regions', () => {
    const accounts = {
      dev: { stackName: 'A', account: '111122223333' },
      prod: { stackName: 'A', account: '444455556666', region: 'eu-west-1' },
    };
    expect(checkStages(accounts)).toBe(accounts);

    const twice = {
      eu: { stackName: 'A', region: 'eu-west-1' },
      us: { stackName: 'A', region: 'us-east-1' },
    };
    expect(checkStages(twice)).toBe(twice);
  });
});
