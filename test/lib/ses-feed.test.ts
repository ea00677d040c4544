import { describe, expect, it } from 'vitest';
import { resourcePolicyOf, synthesize } from './synthesize.ts';

const world = synthesize();
const { mailfold, arnOf, refTo, propertiesOf } = world;

const asked = synthesize({ sesConfigurationSet: true });

/** China has no SES. */
const ses = { Service: { 'Fn::If': ['InChina', 'sns.amazonaws.com', 'ses.amazonaws.com'] } };

describe('the SES topic', () => {
  it('delivers its messages in their envelope to the events queue, and failed ones to a dead-letter queue', () => {
    expect(world.all('AWS::SNS::Subscription')).toEqual([
      {
        TopicArn: refTo(mailfold.topic),
        Protocol: 'sqs',
        Endpoint: arnOf(mailfold.eventsQueue),
        RawMessageDelivery: false,
        RedrivePolicy: { deadLetterTargetArn: arnOf(mailfold.sesDeadLetterQueue) },
      },
    ]);
    expect(propertiesOf(mailfold.sesDeadLetterQueue).MessageRetentionPeriod).toBe(14 * 24 * 60 * 60);
  });

  it('is the only topic that may send to its dead-letter queue', () => {
    const allowed = resourcePolicyOf(world, mailfold.sesDeadLetterQueue).filter(
      ({ Effect }) => Effect === 'Allow',
    );
    expect(allowed).toEqual([
      {
        Effect: 'Allow',
        Principal: { Service: 'sns.amazonaws.com' },
        Action: 'sqs:SendMessage',
        Resource: arnOf(mailfold.sesDeadLetterQueue),
        Condition: { ArnEquals: { 'aws:SourceArn': refTo(mailfold.topic) } },
      },
    ]);
  });

  it('accepts only SES of this account, and only over TLS', () => {
    expect(resourcePolicyOf(world, mailfold.topic)).toEqual([
      {
        Sid: 'AllowPublishThroughSSLOnly',
        Effect: 'Deny',
        Principal: '*',
        Action: 'sns:Publish',
        Resource: refTo(mailfold.topic),
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      },
      {
        Sid: 'AllowSesOfThisAccount',
        Effect: 'Allow',
        Principal: ses,
        Action: 'sns:Publish',
        Resource: refTo(mailfold.topic),
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      },
    ]);
  });

  it('signs with SHA-256', () => {
    expect(propertiesOf(mailfold.topic).SignatureVersion).toBe('2');
  });
});

describe('the SES configuration set', () => {
  it('is not created unless asked for', () => {
    expect(world.all('AWS::SES::ConfigurationSet')).toEqual([]);
    expect(world.all('AWS::SES::ConfigurationSetEventDestination')).toEqual([]);
    expect(mailfold.sesConfigurationSetName).toBeUndefined();
  });

  it('publishes every type of event to the topic', () => {
    const { mailfold, all, refTo } = asked;
    const [destination, ...others] = all('AWS::SES::ConfigurationSetEventDestination');
    expect(others).toEqual([]);
    expect(destination.EventDestination).toMatchObject({
      Enabled: true,
      SnsDestination: { TopicARN: refTo(mailfold.topic) },
    });
    expect(destination.EventDestination.MatchingEventTypes.toSorted()).toEqual([
      'bounce',
      'click',
      'complaint',
      'delivery',
      'deliveryDelay',
      'open',
      'reject',
      'renderingFailure',
      'send',
      'subscription',
    ]);
  });

  it('is created after the topic policy, because SES publishes a test message', () => {
    const { template } = asked;
    const [destination] = Object.values(template.findResources('AWS::SES::ConfigurationSetEventDestination'));
    const [policy] = Object.keys(template.findResources('AWS::SNS::TopicPolicy'));
    expect(destination?.['DependsOn']).toContain(policy);
  });

  it('lets only SES of this account publish, as before', () => {
    const allowed = resourcePolicyOf(asked, asked.mailfold.topic).filter(({ Effect }) => Effect === 'Allow');
    for (const { Principal, Action, Condition } of allowed) {
      expect([ses, { Service: 'ses.amazonaws.com' }]).toContainEqual(Principal);
      expect(Action).toBe('sns:Publish');
      expect(JSON.stringify(Condition).toLowerCase()).toContain(
        '"aws:sourceaccount":{"ref":"aws::accountid"}',
      );
    }
  });

  it('may be one that exists: it gets the topic, and is neither created nor deleted', () => {
    const existing = synthesize({ existingSesConfigurationSet: 'transactional' });
    expect(existing.all('AWS::SES::ConfigurationSet')).toEqual([]);
    const [destination, ...others] = existing.all('AWS::SES::ConfigurationSetEventDestination');
    expect([destination.ConfigurationSetName, others]).toEqual(['transactional', []]);
    const created = asked.all('AWS::SES::ConfigurationSetEventDestination')[0];
    expect(destination.EventDestination).toEqual(created.EventDestination);
    expect(existing.template.toJSON().Outputs.SesConfigurationSetName.Value).toBe('transactional');
  });

  it('is either new or one that exists', () => {
    const both = { sesConfigurationSet: 'new', existingSesConfigurationSet: 'old' };
    expect(() => synthesize(both)).toThrow(/expected sesConfigurationSet, .*found both/);
  });

  it('outlives its stack, and its destination does not: the set is then free for another topic', () => {
    const { template } = asked;
    const policyOf = (type: string) => Object.values(template.findResources(type))[0]?.['DeletionPolicy'];
    expect(policyOf('AWS::SES::ConfigurationSet')).toBe('RetainExceptOnCreate');
    expect(policyOf('AWS::SES::ConfigurationSetEventDestination')).toBeUndefined();
  });

  it('has the given name, or one that AWS generates', () => {
    const named = synthesize({ sesConfigurationSet: 'transactional' });
    expect(named.all('AWS::SES::ConfigurationSet')).toMatchObject([{ Name: 'transactional' }]);
    const unnamed = synthesize({ sesConfigurationSet: true });
    expect(
      unnamed.template.findResources('AWS::SES::ConfigurationSet', { Properties: { Name: 'true' } }),
    ).toEqual({});
    expect(unnamed.all('AWS::SES::ConfigurationSet')).toHaveLength(1);
  });
});
