import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, CloudFormationValidatePlugin } from 'aws-cdk-lib';
import { afterAll, describe, expect, it } from 'vitest';
import type { Settings } from '../../lib/settings.ts';
import { synthesize } from './synthesize.ts';

// AWS's own validator (github.com/aws-cloudformation/cloudformation-validate), which the CDK brings along: the schema of every type of
// resource, and the rules of cfn-lint under their numbers. The synthesis runs it too and stops at errors; here, warnings count as well.
const validator = new CloudFormationValidatePlugin();
const folder = mkdtempSync(join(tmpdir(), 'mailfold-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Template = { Resources: Record<string, { Type: string; Properties: Record<string, unknown> }> };

const templateOf = (settings: Settings): Template => synthesize(settings).template.toJSON() as Template;
const plain = templateOf({});

/** What the validator finds, as `E3002 MailfoldReceiverFunction…: what is wrong`. */
function findingsIn(template: Template): string[] {
  const templatePath = join(folder, 'stack.template.json');
  writeFileSync(templatePath, JSON.stringify(template));
  const stack = { templatePath, stackConstructPath: 'Mailfold', accountId: undefined, region: undefined };
  const { violations } = validator.validate({
    templatePaths: [templatePath],
    stackTemplates: [stack],
    appConstruct: new App(),
  });
  return violations.map(
    ({ ruleName, description, violatingResources }) =>
      `${ruleName} ${violatingResources[0]?.resourceLogicalId}: ${description}`,
  );
}

const full: Settings = {
  providers: ['sendgrid', 'postmark', 'ses'],
  sesConfigurationSet: 'transactional',
  sesTopicArns: ['arn:aws:sns:eu-west-1:111122223333:ses-events'],
  standardWebhookSources: { acme: {} },
  silentAfterMinutes: { sendgrid: 60, ses: 1440 },
  receiverReservedConcurrency: 50,
  warmWriteUnits: 20_000,
  deletionProtection: true,
  encryptionKey: true,
  eventBus: true,
  webhooks: [{ name: 'shop', url: 'https://shop.example.com/hooks', types: ['email.bounced'] }],
  alarmEmail: 'ops@example.com',
  domainName: 'hooks.example.com',
  hostedZoneId: 'Z0123456789',
};

describe('the rules of CloudFormation', () => {
  it('find nothing in the stack as it comes', () => {
    expect(findingsIn(plain)).toEqual([]);
  });

  it.each<[string, Settings]>([
    ['with every setting', full],
    ['with canary rollouts', { ...full, rollout: 'canary' }],
    [
      'with tables from before',
      {
        messagesTableName: 'restored-messages',
        messagesStreamArn:
          'arn:aws:dynamodb:eu-west-1:111122223333:table/restored-messages/stream/2026-01-31T00:00:00.000',
        addressesTableName: 'restored-addresses',
      },
    ],
  ])('find nothing in the stack %s', (_, settings) => {
    expect(findingsIn(templateOf(settings))).toEqual([]);
  });

  it.each<[string, string, (properties: Record<string, unknown>) => void, RegExp]>([
    [
      'a property that does not exist',
      'AWS::Lambda::Function',
      (found) => {
        found['Tomeout'] = 3;
      },
      /^F3002 .*Did you mean 'Timeout'/,
    ],
    [
      'a property that is missing',
      'AWS::Lambda::EventSourceMapping',
      (found) => {
        delete found['FunctionName'];
      },
      /^F3003 .*'FunctionName' is a required property/,
    ],
    [
      'a value of another type',
      'AWS::SQS::Queue',
      (found) => {
        found['VisibilityTimeout'] = 'long';
      },
      /^F3012 .*'long' is not of type 'integer'/,
    ],
    [
      'a value that AWS refuses',
      'AWS::Lambda::Function',
      (found) => {
        found['Timeout'] = 4_000;
      },
      /^E3717 .*exceeds maximum 900/,
    ],
    [
      'a reference to nothing',
      'AWS::Lambda::EventSourceMapping',
      (found) => {
        found['EventSourceArn'] = { 'Fn::GetAtt': ['Nowhere', 'Arn'] };
      },
      /^F1020 .*non-existent resource 'Nowhere'/,
    ],
  ])('do find something: %s', (_, type, damage, finding) => {
    const template = structuredClone(plain);
    const damaged = Object.values(template.Resources).find(({ Type }) => Type === type);
    damage(damaged?.Properties ?? {});
    expect(findingsIn(template)).toEqual([expect.stringMatching(finding)]);
  });
});
