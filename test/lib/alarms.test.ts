import { readFileSync } from 'node:fs';
import { Duration, Stack } from 'aws-cdk-lib';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { describe, expect, it } from 'vitest';
import { Mailfold } from '../../lib/index.ts';
import {
  anApp,
  resourcePolicyOf,
  type Synthesized,
  synthesize,
  synthesizeConstruct,
  unbundled,
} from './synthesize.ts';

const world = synthesize();
const withSilence = synthesize({ 'mailfold:silentAfterMinutes': { sendgrid: 60, ses: 60 } });
const { mailfold, refTo } = world;

type Dimension = { Name: string; Value: unknown };
type AlarmProperties = {
  AlarmName: string;
  AlarmDescription: string;
  AlarmActions: unknown[];
  OKActions: unknown[];
  Threshold: number;
  Period?: number;
  Dimensions?: Dimension[];
  Metrics?: {
    Id: string;
    Expression?: string;
    MetricStat?: { Metric: { MetricName: string; Dimensions: Dimension[] }; Period: number };
  }[];
};

const alarmsOf = ({ all }: Pick<Synthesized, 'all'>): AlarmProperties[] => all('AWS::CloudWatch::Alarm');

function theAlarm(title: string, from: Pick<Synthesized, 'all'> = world): AlarmProperties {
  const found = alarmsOf(from).filter(({ AlarmName }) => AlarmName.endsWith(`: ${title}`));
  expect(found.map(({ AlarmName }) => AlarmName)).toHaveLength(1);
  return found[0] as AlarmProperties;
}

const dimensionsOf = (list: Dimension[] = []) =>
  Object.fromEntries(list.map(({ Name, Value }) => [Name, Value]));
const minutes = (count: number) => count * 60;
const atLeast = { ComparisonOperator: 'GreaterThanOrEqualToThreshold', TreatMissingData: 'notBreaching' };
const above = { ComparisonOperator: 'GreaterThanThreshold', TreatMissingData: 'notBreaching' };
/** Two of three periods of five minutes. */
const lasting = { Statistic: 'Sum', Period: minutes(5), EvaluationPeriods: 3, DatapointsToAlarm: 2 };
const once = { EvaluationPeriods: 1, DatapointsToAlarm: 1 };

describe('an alarm is raised', () => {
  it('when API Gateway keeps answering 5xx', () => {
    const alarm = theAlarm('The receiver answers 5xx');
    expect(alarm).toMatchObject({
      ...atLeast,
      ...lasting,
      Namespace: 'AWS/ApiGateway',
      MetricName: '5xx',
      Threshold: 1,
    });
    const [apiId] = Object.keys(world.template.findResources('AWS::ApiGatewayV2::Api'));
    expect(dimensionsOf(alarm.Dimensions)).toEqual({ ApiId: { Ref: apiId } });
  });

  it('when more than ten requests per minute are refused', () => {
    const alarm = theAlarm('Many requests are refused');
    expect(alarm).toMatchObject({
      ...above,
      ...once,
      Namespace: 'Mailfold',
      MetricName: 'Refused',
      Statistic: 'Sum',
      Period: minutes(5),
      Threshold: 50,
    });
    expect(dimensionsOf(alarm.Dimensions)).toEqual({ service: 'mailfold-receiver', stack: 'Mailfold' });
  });

  it('when five signatures within 15 minutes are stale', () => {
    const alarm = theAlarm('Signatures are stale');
    expect(alarm).toMatchObject({
      ...atLeast,
      ...once,
      Namespace: 'Mailfold',
      MetricName: 'Stale',
      Statistic: 'Sum',
      Period: minutes(15),
      Threshold: 5,
    });
    expect(dimensionsOf(alarm.Dimensions)).toEqual({ service: 'mailfold-receiver', stack: 'Mailfold' });
  });

  it('when a message has failed twice, before it becomes a dead letter', () => {
    expect(theAlarm('Events wait too long')).toMatchObject({
      ...above,
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateAgeOfOldestMessage',
      Statistic: 'Maximum',
      Period: 60,
      EvaluationPeriods: 3,
      DatapointsToAlarm: 3,
      Threshold: minutes(12),
      Dimensions: [
        { Name: 'QueueName', Value: { 'Fn::GetAtt': [refTo(mailfold.eventsQueue).Ref, 'QueueName'] } },
      ],
    });
    const { VisibilityTimeout, RedrivePolicy } = world.propertiesOf(mailfold.eventsQueue);
    const deadAfter = VisibilityTimeout * (RedrivePolicy.maxReceiveCount - 1);
    expect(theAlarm('Events wait too long').Threshold + 3 * 60).toBeLessThan(deadAfter);
  });

  it.each([
    ['Dead letters are waiting', mailfold.deadLetterQueue],
    ['SES dead letters are waiting', mailfold.sesDeadLetterQueue],
  ])('for the first message: %s', (title, queue) => {
    const alarm = alarmsOf(world).find(({ AlarmName }) => AlarmName === `Mailfold: ${title}`);
    expect(alarm).toMatchObject({
      ...atLeast,
      ...once,
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Statistic: 'Maximum',
      Period: 60,
      Threshold: 1,
      Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [refTo(queue).Ref, 'QueueName'] } }],
    });
  });

  it.each([
    ['The consumer fails', 'Errors'],
    ['The consumer is throttled', 'Throttles'],
  ])('in two of three periods: %s', (title, metric) => {
    expect(theAlarm(title)).toMatchObject({
      ...atLeast,
      ...lasting,
      Namespace: 'AWS/Lambda',
      MetricName: metric,
      Threshold: 1,
      Dimensions: [{ Name: 'FunctionName', Value: refTo(mailfold.consumer) }],
    });
  });

  it('when a table or one of its indexes keeps throttling writes', () => {
    const alarm = theAlarm('DynamoDB throttles');
    expect(alarm).toMatchObject({ ...atLeast, EvaluationPeriods: 3, DatapointsToAlarm: 2, Threshold: 1 });
    const stats = alarm.Metrics?.flatMap(({ MetricStat }) => MetricStat ?? []) ?? [];
    for (const { Metric, Period } of stats) {
      expect([Metric.MetricName, Period]).toEqual(['WriteThrottleEvents', minutes(5)]);
    }
    const watched = stats.map(({ Metric }) => dimensionsOf(Metric.Dimensions));
    const tables = world.template.findResources('AWS::DynamoDB::Table');
    const expected = Object.entries(tables).flatMap(([id, { Properties }]) => [
      { TableName: { Ref: id } },
      ...(Properties.GlobalSecondaryIndexes ?? []).map(({ IndexName }: { IndexName: string }) => ({
        TableName: { Ref: id },
        GlobalSecondaryIndexName: IndexName,
      })),
    ]);
    expect(expected).toHaveLength(5);
    expect(watched).toHaveLength(5);
    expect(watched).toEqual(expect.arrayContaining(expected));
    expect(alarm.Metrics?.find(({ Expression }) => Expression)?.Expression).toBe(
      'FILL(m0, 0) + FILL(m1, 0) + FILL(m2, 0) + FILL(m3, 0) + FILL(m4, 0)',
    );
  });

  it.each([
    [
      'Too many hard bounces',
      'hard_bounce',
      5,
      minutes(60),
      'IF(FILL(good, 0) + FILL(bad, 0) >= 200, 100 * FILL(bad, 0) / (FILL(good, 0) + FILL(bad, 0)), 0)',
    ],
    [
      'Too many complaints',
      'complaint',
      0.1,
      minutes(24 * 60),
      'IF(FILL(good, 0) >= 200 AND FILL(bad, 0) >= 2, 100 * FILL(bad, 0) / FILL(good, 0), 0)',
    ],
  ])('once there is enough mail for a rate: %s', (title, type, percent, period, expression) => {
    const alarm = theAlarm(title);
    expect(alarm).toMatchObject({ ...above, ...once, Threshold: percent });
    expect(alarm.Metrics?.find(({ Expression }) => Expression)?.Expression).toBe(expression);
    const stored = (of: string) => ({
      MetricStat: {
        Metric: {
          Namespace: 'Mailfold',
          MetricName: 'Stored',
          Dimensions: [
            { Name: 'service', Value: 'mailfold-consumer' },
            { Name: 'stack', Value: 'Mailfold' },
            { Name: 'type', Value: of },
          ],
        },
        Period: period,
        Stat: 'Sum',
      },
    });
    expect(alarm.Metrics).toContainEqual(expect.objectContaining({ Id: 'good', ...stored('delivered') }));
    expect(alarm.Metrics).toContainEqual(expect.objectContaining({ Id: 'bad', ...stored(type) }));
  });

  it('when a provider is silent for longer than the setting allows, because data is missing', () => {
    expect(alarmsOf(world).filter(({ AlarmName }) => AlarmName.includes('silent'))).toEqual([]);
    const alarm = theAlarm('A provider is silent (sendgrid)', withSilence);
    expect(alarm).toMatchObject({
      Namespace: 'Mailfold',
      MetricName: 'Accepted',
      Statistic: 'Sum',
      Period: minutes(5),
      EvaluationPeriods: 12,
      DatapointsToAlarm: 12,
      Threshold: 1,
      ComparisonOperator: 'LessThanThreshold',
      TreatMissingData: 'breaching',
    });
    expect(dimensionsOf(alarm.Dimensions)).toEqual({
      service: 'mailfold-receiver',
      stack: 'Mailfold',
      provider: 'sendgrid',
    });
  });

  it('when SES is silent, by the metrics of the consumer: the receiver never sees SES', () => {
    const alarm = theAlarm('A provider is silent (ses)', withSilence);
    expect(alarm).toMatchObject({ MetricName: 'Finished' });
    expect(dimensionsOf(alarm.Dimensions)).toMatchObject({ service: 'mailfold-consumer', provider: 'ses' });
  });
});

describe('the limits of the alarms', () => {
  it('come from the settings', () => {
    const set = synthesize({
      'mailfold:alarmQueueAgeSeconds': 300,
      'mailfold:alarmRefusalsPerMinute': 2,
      'mailfold:alarmStaleSignatures': 1,
      'mailfold:alarmBouncePercent': 2.5,
      'mailfold:alarmComplaintPercent': '0.05',
      'mailfold:alarmMinimumDeliveries': 1000,
    });
    const threshold = (title: string) => theAlarm(title, set).Threshold;
    expect(threshold('Events wait too long')).toBe(300);
    expect(threshold('Many requests are refused')).toBe(10);
    expect(threshold('Signatures are stale')).toBe(1);
    expect(threshold('Too many hard bounces')).toBe(2.5);
    expect(threshold('Too many complaints')).toBe(0.05);
    expect(JSON.stringify(theAlarm('Too many hard bounces', set).Metrics)).toContain('>= 1000');
  });

  it('follow a slower consumer', () => {
    const slow = synthesize({ 'mailfold:consumerTimeoutSeconds': 300 });
    expect(theAlarm('Events wait too long', slow).Threshold).toBe(minutes(60));
  });

  it('count hours for a silence of more than a day, as CloudWatch requires', () => {
    const silence = (duration: Duration) =>
      synthesizeConstruct({ alarms: { silence: { resend: duration } } });
    expect(theAlarm('A provider is silent (resend)', silence(Duration.days(2)))).toMatchObject({
      Period: minutes(60),
      EvaluationPeriods: 48,
    });
    expect(theAlarm('A provider is silent (resend)', silence(Duration.minutes(12)))).toMatchObject({
      Period: minutes(5),
      EvaluationPeriods: 3,
    });
    for (const duration of [Duration.minutes(4), Duration.days(8)])
      expect(() => silence(duration)).toThrow(
        'expected the silence of resend to be from 5 minutes to 7 days',
      );
  });

  it('are refused for an unknown provider, whose silence would never end', () => {
    expect(() => synthesizeConstruct({ alarms: { silence: { sengrid: Duration.hours(1) } } })).toThrow(
      /expected one of .*, found "sengrid"/,
    );
  });

  it('are refused for a provider whose events are always rare', () => {
    expect(() => synthesizeConstruct({ alarms: { silence: { awardee: Duration.hours(1) } } })).toThrow(
      /found "awardee"; Awardee events are always rare; remove it$/,
    );
  });

  it('are accepted for a sender that the operator has named', () => {
    const named = synthesizeConstruct({
      standardWebhookSources: { acme: {} },
      alarms: { silence: { acme: Duration.hours(1) } },
    });
    expect(theAlarm('A provider is silent (acme)', named)).toMatchObject({ MetricName: 'Accepted' });
  });
});

describe('every alarm', () => {
  const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
  const sections = runbook.split(/^## /m).slice(1);
  const headings = sections.map((section) => section.slice(0, section.indexOf('\n')));
  /** The anchors that GitHub makes of headings. */
  const anchors = headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
  const alarms = alarmsOf(withSilence);

  it('has a heading of its name in the runbook, and every heading has an alarm', () => {
    const titles = alarms.map(({ AlarmName }) =>
      AlarmName.replace(/^Mailfold: /, '').replace(/ \(\w+\)$/, ''),
    );
    expect(titles.toSorted()).toEqual(expect.arrayContaining(headings.toSorted()));
    expect(headings).toEqual(expect.arrayContaining(titles));
  });

  it('says what it means, and links its heading', () => {
    for (const { AlarmName, AlarmDescription } of alarms) {
      const [, sentence, anchor = ''] =
        /^(.+\.) What to do: docs\/runbook\.md#([\w-]+)$/.exec(AlarmDescription) ?? [];
      expect(sentence).toBeTruthy();
      expect(AlarmName).toContain(headings[anchors.indexOf(anchor)]);
    }
  });

  it('is explained: what it means, where to look, what to do, and when it is over', () => {
    for (const section of sections) {
      for (const part of ['**It means**', '**Look.**', '**Do.**', '**It is over**'])
        expect([section.slice(0, 30), section.includes(part)]).toEqual([section.slice(0, 30), true]);
    }
  });

  it('links in the runbook lead somewhere', () => {
    const links = [...runbook.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor]) => anchor);
    expect(links.length).toBeGreaterThan(3);
    expect(anchors).toEqual(expect.arrayContaining(links));
  });

  it('is announced on the topic when it begins and when it is over', () => {
    expect(alarmsOf(world)).not.toEqual([]);
    for (const { AlarmActions, OKActions } of alarmsOf(world)) {
      expect(AlarmActions).toEqual([refTo(mailfold.alarmTopic)]);
      expect(OKActions).toEqual([refTo(mailfold.alarmTopic)]);
    }
  });
});

describe('the alarm topic', () => {
  it('has no subscriber unless asked for', () => {
    expect(world.all('AWS::SNS::Subscription').map(({ Protocol }) => Protocol)).toEqual(['sqs']);
  });

  it('sends e-mail to the address in the settings', () => {
    const { all, mailfold, refTo } = synthesize({ 'mailfold:alarmEmail': 'ops@example.com' });
    expect(all('AWS::SNS::Subscription')).toContainEqual({
      Protocol: 'email',
      Endpoint: 'ops@example.com',
      TopicArn: refTo(mailfold.alarmTopic),
    });
  });

  it('accepts only alarms of this account, and only over TLS', () => {
    expect(resourcePolicyOf(world, mailfold.alarmTopic)).toEqual([
      expect.objectContaining({ Sid: 'AllowPublishThroughSSLOnly', Effect: 'Deny' }),
      {
        Sid: 'AllowAlarmsOfThisAccount',
        Effect: 'Allow',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Action: 'sns:Publish',
        Resource: refTo(mailfold.alarmTopic),
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      },
    ]);
  });

  it('can be an existing topic', () => {
    const stack = new Stack(anApp(unbundled), 'TheirStack');
    const topic = new Topic(stack, 'Pager');
    expect(new Mailfold(stack, 'Mailfold', { alarms: { topic } }).alarmTopic).toBe(topic);
  });
});
