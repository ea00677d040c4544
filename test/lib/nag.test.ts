import { type App, Stack, Validations } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { MailfoldStack } from '../../lib/index.ts';
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

function anAppWith(context: Record<string, unknown>): { app: App; stack: MailfoldStack } {
  const app = anApp({ ...unbundled, ...context });
  return { app, stack: new MailfoldStack(app, 'Mailfold') };
}

describe('the AwsSolutions and Serverless packs', () => {
  it.each<[string, Record<string, unknown>]>([
    ['as it comes', {}],
    [
      'with every option',
      {
        'mailfold:sesConfigurationSet': true,
        'mailfold:sesTopicArns': ['arn:aws:sns:eu-west-1:111122223333:ses-events'],
        'mailfold:alarmEmail': 'ops@example.com',
        'mailfold:silentAfterMinutes': { sendgrid: 60 },
        'mailfold:encryptionKey': true,
        'mailfold:removalPolicy': 'destroy',
      },
    ],
  ])('find nothing in the stack %s', (_, context) => {
    expect(findingsIn(anAppWith(context).app)).toEqual([]);
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
