import { type App, Stack, Validations } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { MailfoldStack } from '../../lib/index.ts';
import type { Settings } from '../../lib/settings.ts';
import { anApp, unbundled } from './synthesize.ts';

/** The findings of the cdk-nag packs that are not acknowledged. */
function findingsIn(app: App): string[] {
  const packs = [new AwsSolutionsChecks(app), new ServerlessChecks(app)];
  return packs.flatMap((pack) =>
    pack
      .validateScope(app)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => `${ruleName} on ${constructPath}`),
      ),
  );
}

function anAppWith(settings: Settings): { app: App; stack: MailfoldStack } {
  const app = anApp(unbundled);
  return { app, stack: new MailfoldStack(app, 'Mailfold', { settings }) };
}

describe('the AwsSolutions and Serverless packs', () => {
  it.each<[string, Settings]>([
    ['as it comes', {}],
    [
      'with every option',
      {
        sesConfigurationSet: true,
        sesTopicArns: ['arn:aws:sns:eu-west-1:111122223333:ses-events'],
        eventBus: true,
        webhooks: [{ name: 'shop', url: 'https://shop.example.com/hooks' }],
        alarmEmail: 'ops@example.com',
        silentAfterMinutes: { sendgrid: 60 },
        encryptionKey: true,
        rollout: 'canary',
        domainName: 'hooks.example.com',
        hostedZoneId: 'Z0123456789',
        removalPolicy: 'destroy',
        console: true,
      },
    ],
  ])('find nothing in the stack %s', (_, settings) => {
    expect(findingsIn(anAppWith(settings).app)).toEqual([]);
  });

  it('do find something: a queue without encryption in transit', () => {
    const { app, stack } = anAppWith({});
    new Queue(stack, 'Careless');
    expect(findingsIn(app)).toContain('AwsSolutions-SQS4 on Mailfold/Careless/Resource');
  });

  it('fail the synthesis of an app with a finding', () => {
    const app = anApp(unbundled);
    new Queue(new Stack(app, 'Careless'), 'Queue');
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    const before = process.exitCode;
    try {
      expect(() => {
        app.synth();
        if (process.exitCode) throw new Error(`ended with ${process.exitCode}`);
      }).toThrow();
    } finally {
      process.exitCode = before;
    }
  });
});
