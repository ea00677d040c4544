import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removals, type SettingValues } from '../../deploy/removals.ts';

describe('what the next settings take away', () => {
  it.each<[string, SettingValues, SettingValues, string[]]>([
    ['a value', { alarmEmail: 'ops@example.com' }, {}, ['alarmEmail (now "ops@example.com")']],
    ['a switch', { encryptionKey: true }, { encryptionKey: false }, ['encryptionKey (now true)']],
    ['an entry of a list', { sesTopicArns: ['a', 'b'] }, { sesTopicArns: ['b'] }, ['sesTopicArns: a']],
    [
      'every entry',
      { sesTopicArns: ['a', 'b'] },
      { sesTopicArns: [] },
      ['sesTopicArns: a', 'sesTopicArns: b'],
    ],
    [
      'a name in an object',
      { standardWebhookSources: { acme: {}, own: {} } },
      { standardWebhookSources: { own: { messageId: 'id' } } },
      ['standardWebhookSources: acme'],
    ],
    [
      'a domain name that providers know',
      { domainName: 'hooks.example.com' },
      { domainName: 'mail.example.com' },
      ['domainName "hooks.example.com" (would be "mail.example.com")'],
    ],
    [
      'a configuration set that senders name',
      { sesConfigurationSet: 'old' },
      { sesConfigurationSet: 'new' },
      ['sesConfigurationSet "old" (would be "new")'],
    ],
  ])('is named: %s', (_, deployed, next, expected) => {
    expect(removals(deployed, next)).toEqual(expected);
  });

  it.each<[string, SettingValues, SettingValues]>([
    ['a changed value', { throttleRate: 10 }, { throttleRate: 20 }],
    ['a new setting', {}, { alarmEmail: 'ops@example.com' }],
    ['a new entry', { providers: ['ses'] }, { providers: ['sendgrid', 'ses'] }],
    ['a switch that was off', { deletionProtection: false }, {}],
  ])('is nothing for %s', (_, deployed, next) => {
    expect(removals(deployed, next)).toEqual([]);
  });

  it('is nothing if only settings are added, and is something if one is left out', () => {
    const value = fc.oneof(
      fc.integer(),
      fc.string(),
      fc.constant(true),
      fc.uniqueArray(fc.string(), { minLength: 1 }),
      fc.dictionary(fc.string(), fc.integer(), { minKeys: 1 }),
    );
    const settings = fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), value, { noNullPrototype: true });
    fc.assert(
      fc.property(settings, settings, (deployed, more) => {
        expect(removals(deployed, { ...more, ...deployed })).toEqual([]);
        for (const name of Object.keys(deployed)) {
          const { [name]: _, ...rest } = deployed;
          expect(removals(deployed, rest)).not.toEqual([]);
        }
      }),
    );
  });
});
