import { describe, expect, it } from 'vitest';
import { resourcePolicyOf, synthesize } from './synthesize.ts';

const world = synthesize();
const { mailfold, arnOf, refTo, propertiesOf } = world;
const days = 24 * 60 * 60;

describe('the events queue', () => {
  it('hides a message for six times the consumer timeout', () => {
    expect(propertiesOf(mailfold.eventsQueue).VisibilityTimeout).toBe(6 * 60);
    const slower = synthesize({ consumerTimeoutSeconds: 120 });
    expect(slower.propertiesOf(slower.mailfold.eventsQueue).VisibilityTimeout).toBe(6 * 120);
  });

  it('moves a message to the dead letters after five deliveries', () => {
    expect(propertiesOf(mailfold.eventsQueue).RedrivePolicy).toEqual({
      deadLetterTargetArn: arnOf(mailfold.deadLetterQueue),
      maxReceiveCount: 5,
    });
  });

  it('moves it after as many deliveries as the settings say', () => {
    const patient = synthesize({ maxDeliveries: 12 });
    expect(patient.propertiesOf(patient.mailfold.eventsQueue).RedrivePolicy).toMatchObject({
      maxReceiveCount: 12,
    });
  });

  it('keeps dead letters for two weeks, longer than other messages', () => {
    expect(propertiesOf(mailfold.deadLetterQueue).MessageRetentionPeriod).toBe(14 * days);
    expect(propertiesOf(mailfold.eventsQueue).MessageRetentionPeriod).toBe(4 * days);
  });

  it('has a dead-letter queue that no other queue may use', () => {
    const { redrivePermission, sourceQueueArns } = propertiesOf(mailfold.deadLetterQueue).RedriveAllowPolicy;
    const { QueueName } = propertiesOf(mailfold.eventsQueue);
    expect(redrivePermission).toBe('byQueue');
    expect(sourceQueueArns).toEqual([
      {
        'Fn::Join': [
          '',
          [
            'arn:',
            { Ref: 'AWS::Partition' },
            ':sqs:',
            { Ref: 'AWS::Region' },
            ':',
            { Ref: 'AWS::AccountId' },
            `:${QueueName}`,
          ],
        ],
      },
    ]);
  });

  it('has room for the largest batch a provider posts', () => {
    expect(propertiesOf(mailfold.eventsQueue).MaximumMessageSize).toBe(1024 * 1024);
  });

  it('accepts messages from the topic of this stack and from no other', () => {
    const allowed = resourcePolicyOf(world, mailfold.eventsQueue).filter(({ Effect }) => Effect === 'Allow');
    expect(allowed).toEqual([
      {
        Effect: 'Allow',
        Principal: { Service: 'sns.amazonaws.com' },
        Action: 'sqs:SendMessage',
        Resource: arnOf(mailfold.eventsQueue),
        Condition: { ArnEquals: { 'aws:SourceArn': refTo(mailfold.topic) } },
      },
    ]);
  });
});

describe.each([
  ['the events queue', mailfold.eventsQueue],
  ['the dead-letter queue', mailfold.deadLetterQueue],
  ['the dead-letter queue of SES', mailfold.sesDeadLetterQueue],
])('%s', (_name, queue) => {
  it('refuses requests without TLS', () => {
    expect(resourcePolicyOf(world, queue)).toContainEqual({
      Effect: 'Deny',
      Principal: { AWS: '*' },
      Action: 'sqs:*',
      Resource: arnOf(queue),
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    });
  });

  it('is encrypted at rest', () => {
    expect(propertiesOf(queue).SqsManagedSseEnabled).toBe(true);
  });
});
