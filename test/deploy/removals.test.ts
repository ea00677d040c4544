import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removals, type SettingValues } from '../../deploy/removals.ts';
import { everySetting } from '../support/every-setting.ts';

const endpoint = (name: string, host = 'a') => ({ name, url: `https://${host}.example/hooks` });

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
    [
      'an endpoint, by its name',
      { webhooks: [endpoint('shop'), endpoint('crm')] },
      { webhooks: [endpoint('crm')] },
      ['webhooks: shop'],
    ],
    [
      'a type that an endpoint no longer gets',
      { webhooks: [{ ...endpoint('shop'), types: ['email.bounced', 'email.complained'] }] },
      { webhooks: [{ ...endpoint('shop'), types: ['email.bounced'] }] },
      ['webhooks.shop.types: email.complained'],
    ],
    [
      'an address that may no longer post',
      { sourceAddresses: { postmark: ['192.0.2.1', '192.0.2.2'] } },
      { sourceAddresses: { postmark: ['192.0.2.2'] } },
      ['sourceAddresses.postmark: 192.0.2.1'],
    ],
    [
      'the sending domain of a tag',
      { sendingDomains: { postmark: { tags: { shop: 'shop.example' }, otherwise: 'mail.example' } } },
      { sendingDomains: { postmark: { otherwise: 'mail.example' } } },
      ['sendingDomains.postmark: tags'],
    ],
    ['the history, which is on by default', {}, { lake: false }, ['lake true (would be false)']],
    [
      'what the history would forget',
      {},
      { lakeRetentionDays: 400 },
      ['lakeRetentionDays without limit (would be 400)'],
    ],
    [
      'the URLs of all other providers',
      {},
      { providers: ['sendgrid', 'ses'] },
      ['providers: the URLs of all others than sendgrid, ses'],
    ],
    [
      'that tables outlive the stack',
      {},
      { removalPolicy: 'destroy' },
      ['removalPolicy "retain" (would be "destroy")'],
    ],
    [
      'evidence of causes that are left out for the first time',
      {},
      { suppressionCauses: ['complaint', 'manual'] },
      ['suppressionCauses: the evidence of all other causes than complaint, manual'],
    ],
    [
      'the URLs that providers know, when only the domain name answers',
      { domainName: 'hooks.example.com' },
      { domainName: 'hooks.example.com', disableDefaultEndpoint: true },
      ['disableDefaultEndpoint: the URLs of API Gateway, which providers may still know'],
    ],
    [
      'a table that is replaced, in a stack that leaves nothing behind',
      { removalPolicy: 'destroy' },
      { removalPolicy: 'destroy', messagesTableName: 'restored' },
      [
        expect.stringMatching(
          /^messagesTableName: its messages table, which removalPolicy "destroy" deletes/,
        ),
      ],
    ],
    [
      'the same when the stack would keep its tables from now on: what was deployed decides',
      { removalPolicy: 'destroy' },
      { providerSecretArn: 'arn' },
      [expect.stringMatching(/^providerSecretArn: its provider keys/)],
    ],
  ])('is named: %s', (_, deployed, next, expected) => {
    expect(removals(deployed, next)).toEqual(expected);
  });

  it.each<[string, SettingValues, SettingValues]>([
    ['a table that is replaced and kept', {}, { messagesTableName: 'restored' }],
    [
      'a secret that the stack never had',
      { removalPolicy: 'destroy' },
      { removalPolicy: 'destroy', webhookSecretArn: 'arn' },
    ],
    ['another cause', { suppressionCauses: ['complaint'] }, { suppressionCauses: ['dropped', 'complaint'] }],
    ['all causes again', { suppressionCauses: ['complaint'] }, {}],
    ['a changed value', { throttleRate: 10 }, { throttleRate: 20 }],
    ['a new setting', {}, { alarmEmail: 'ops@example.com' }],
    ['a new entry', { providers: ['ses'] }, { providers: ['sendgrid', 'ses'] }],
    ['a switch that was off', { deletionProtection: false }, {}],
    ['a switch that is on by default', { lake: true }, {}],
    ['a history that was off', { lake: false }, { lake: false }],
    ['a longer history', { lakeRetentionDays: 400 }, {}],
    ['the URLs of all providers', { providers: ['ses'] }, {}],
    ['tables that outlive the stack from now on', { removalPolicy: 'destroy' }, {}],
    ['another URL of an endpoint', { webhooks: [endpoint('shop')] }, { webhooks: [endpoint('shop', 'b')] }],
  ])('is nothing for %s', (_, deployed, next) => {
    expect(removals(deployed, next)).toEqual([]);
  });

  it('is nothing when the same settings are deployed again, whichever they are', () => {
    const recorded = JSON.parse(JSON.stringify(everySetting));
    expect(removals(recorded, { ...everySetting })).toEqual([]);
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
