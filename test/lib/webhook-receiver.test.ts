import { describe, expect, it } from 'vitest';
import { receiverVariables } from '../../lambdas/receiver/environment.ts';
import { grantsOf, synthesize } from './synthesize.ts';

const world = synthesize();
const { mailfold, arnOf, refTo, propertiesOf } = world;

describe('the receiver', () => {
  it('runs on Node 24 and arm64, with 512 MB and ten seconds', () => {
    expect(propertiesOf(mailfold.receiver)).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      MemorySize: 512,
      Timeout: 10,
    });
  });

  it('finds in its environment what it reads, and nothing else', () => {
    const { Variables } = propertiesOf(mailfold.receiver).Environment;
    expect(Variables).toEqual({
      EVENTS_QUEUE_URL: refTo(mailfold.eventsQueue),
      PROVIDER_SECRET_NAME: world.stack.resolve(mailfold.providerSecret.secretName),
      SIGNATURE_TOLERANCE_SECONDS: '300',
      SES_TOPIC_ARNS: '',
      NODE_OPTIONS: '--enable-source-maps',
      POWERTOOLS_SERVICE_NAME: 'mailfold-receiver',
    });
    expect(Object.keys(Variables)).toEqual(expect.arrayContaining([...receiverVariables]));
  });

  it('is told the tolerance and the topics of the settings', () => {
    const { mailfold, propertiesOf } = synthesize({
      'mailfold:signatureToleranceSeconds': 600,
      'mailfold:sesTopicArns': [
        'arn:aws:sns:eu-west-1:111122223333:ses-events',
        'arn:aws:sns:us-east-1:444455556666:ses-events',
      ],
    });
    expect(propertiesOf(mailfold.receiver).Environment.Variables).toMatchObject({
      SIGNATURE_TOLERANCE_SECONDS: '600',
      SES_TOPIC_ARNS:
        'arn:aws:sns:eu-west-1:111122223333:ses-events,arn:aws:sns:us-east-1:444455556666:ses-events',
    });
  });

  it('may enqueue, read the provider keys and write its own log, and nothing else', () => {
    const ownLog = { 'Fn::GetAtt': [propertiesOf(mailfold.receiver).LoggingConfig.LogGroup.Ref, 'Arn'] };
    expect(grantsOf(world, mailfold.receiver)).toEqual([
      { action: 'logs:CreateLogStream', on: ownLog },
      { action: 'logs:PutLogEvents', on: ownLog },
      { action: 'secretsmanager:GetSecretValue', on: refTo(mailfold.providerSecret) },
      { action: 'sqs:SendMessage', on: arnOf(mailfold.eventsQueue) },
    ]);
  });
});
