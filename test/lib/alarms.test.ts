import { readFileSync } from 'node:fs';
import { Duration, Stack } from 'aws-cdk-lib';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { describe, expect, it } from 'vitest';
import { fixed, prices } from '../../cli/cost/prices.ts';
import { routes } from '../../lambdas/api/routes.ts';
import { type AlarmSettings, Mailfold } from '../../lib/index.ts';
import { defaultRunbookUrl } from '../../lib/runbook.ts';
import {
  anApp,
  resourcePolicyOf,
  type Synthesized,
  synthesize,
  synthesizeConstruct,
  unbundled,
  watchedMetrics,
} from './synthesize.ts';

const world = synthesize();
const withSilence = synthesize({ silentAfterMinutes: { sendgrid: 60, ses: 60 } });
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

/** Those that are announced. Others are parts of a composite alarm. */
const alarmsOf = ({ all }: Pick<Synthesized, 'all'>): AlarmProperties[] =>
  [...all('AWS::CloudWatch::Alarm'), ...all('AWS::CloudWatch::CompositeAlarm')].filter(
    ({ AlarmName }) => !AlarmName.includes(' (part): '),
  );

function theAlarm(title: string, from: Pick<Synthesized, 'all'> = world): AlarmProperties {
  const found = alarmsOf(from).filter(({ AlarmName }) => AlarmName.endsWith(`: ${title}`));
  expect(found.map(({ AlarmName }) => AlarmName)).toHaveLength(1);
  return found[0] as AlarmProperties;
}

function partOf(name: string, from: Pick<Synthesized, 'all'> = withSilence): AlarmProperties {
  const found = from
    .all('AWS::CloudWatch::Alarm')
    .find(({ AlarmName }) => AlarmName.endsWith(` (part): ${name}`));
  if (!found) throw new Error(`there is no part ${name}`);
  return found;
}

const expressionOf = ({ Metrics = [] }: AlarmProperties) =>
  Metrics.find(({ Expression }) => Expression)?.Expression;
/** Name, period and dimensions of each metric in an expression. */
const watchedBy = ({ Metrics = [] }: AlarmProperties) =>
  Object.fromEntries(
    Metrics.flatMap(({ Id, MetricStat }) =>
      MetricStat
        ? [
            [
              Id,
              [MetricStat.Metric.MetricName, MetricStat.Period, dimensionsOf(MetricStat.Metric.Dimensions)],
            ],
          ]
        : [],
    ),
  );

/** Computes metric math of the form `IF(a AND b, c, d)` with metrics that have a value, or none. */
function computed(expression: string, metrics: Readonly<Record<string, number>>): number {
  const filled = expression.replaceAll(/FILL\((\w+), (\d+)\)/g, (_, name: string, otherwise: string) =>
    String(metrics[name] ?? otherwise),
  );
  const [, condition = '', met, unmet] = /^IF\((.+), (\d+), (\d+)\)$/.exec(filled) ?? [];
  const holds = condition.split(' AND ').every((part) => {
    const [, terms = '', sign, limit] = /^([\d+ ]+) ([<>]) (\d+)$/.exec(part) ?? [];
    const sum = terms.split(' + ').reduce((total, term) => total + Number(term), 0);
    return sign === '>' ? sum > Number(limit) : sum < Number(limit);
  });
  return Number(holds ? met : unmet);
}

const filterOf = (metric: string): string =>
  world
    .all('AWS::Logs::MetricFilter')
    .find(({ MetricTransformations }) => MetricTransformations[0].MetricName === metric)?.FilterPattern;

/** Reads the part of CloudWatch's filter syntax that we use: comparisons with `*`, `&&`, `||` and parentheses. */
function matchesFilter(pattern: string, line: Readonly<Record<string, string>>): boolean {
  const compared = pattern.replaceAll(/\$\.(\w+) = "([^"]*)"/g, (_, field: string, wanted: string) => {
    const glob = wanted.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${glob.join('.*')}$`).test(line[field] ?? '') ? 'T' : 'F';
  });
  let text = compared.replaceAll(/[{}\s]/g, '');
  for (let before = ''; text !== before; ) {
    before = text;
    text = text
      .replaceAll(/\(([TF])\)/g, '$1')
      .replaceAll(/T&&T/g, 'T')
      .replaceAll(/F&&[TF]|T&&F/g, 'F')
      .replaceAll(/(?<![&TF])(?:T\|\|[TF]|F\|\|T)(?!&)/g, 'T')
      .replaceAll(/(?<![&TF])F\|\|F(?!&)/g, 'F');
  }
  if (text !== 'T' && text !== 'F') throw new Error(`cannot read the filter ${pattern}: ${text}`);
  return text === 'T';
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
  it('when the receiver keeps answering 503, crashes, times out or is throttled', () => {
    const alarm = theAlarm('The receiver answers 5xx');
    expect(alarm).toMatchObject({ ...atLeast, EvaluationPeriods: 3, DatapointsToAlarm: 2, Threshold: 1 });
    expect(expressionOf(alarm)).toBe('FILL(unavailable, 0) + FILL(errors, 0) + FILL(throttles, 0)');
    const ofFunction = { FunctionName: refTo(mailfold.receiver) };
    expect(watchedBy(alarm)).toEqual({
      unavailable: ['Unavailable', minutes(5), { service: 'mailfold-receiver', stack: 'Mailfold' }],
      errors: ['Errors', minutes(5), ofFunction],
      throttles: ['Throttles', minutes(5), ofFunction],
    });
  });

  it('by no metric that a stranger or a program can raise, for the receiver', () => {
    const text = JSON.stringify(theAlarm('The receiver answers 5xx'));
    expect(text).not.toMatch(/ApiGateway|NoKeys|Refused/);
  });

  it('when programs get a 5xx, and for nothing else', () => {
    expect(theAlarm('The API answers 5xx')).toMatchObject({
      ...atLeast,
      ...lasting,
      Namespace: 'Mailfold/Mailfold',
      MetricName: 'ApiFailures',
      Threshold: 1,
    });
    const counts = (routeKey: string, status: string) =>
      matchesFilter(filterOf('ApiFailures'), { routeKey, status });
    for (const { method, path } of routes) expect(counts(`${method} ${path}`, '500')).toBe(true);
    expect(counts('GET /v1/suppressions', '404')).toBe(false);
    expect(counts('POST /webhooks/sendgrid', '503')).toBe(false);
  });

  it('for the first request that is throttled, because SNS drops its event', () => {
    expect(theAlarm('Requests are throttled')).toMatchObject({
      ...atLeast,
      ...once,
      Namespace: 'Mailfold/Mailfold',
      MetricName: 'Throttled',
      Statistic: 'Sum',
      Period: minutes(5),
      Threshold: 1,
    });
    const counts = (status: string) =>
      matchesFilter(filterOf('Throttled'), { routeKey: 'POST /webhooks/x', status });
    expect(['429', '200', '401', '503'].map(counts)).toEqual([true, false, false, false]);
  });

  it('for the first genuine webhook that does not fit, and for no large body of a stranger', () => {
    const alarm = theAlarm('Webhooks are too large');
    expect(alarm).toMatchObject({ ...atLeast, ...once, MetricName: 'TooLarge', Threshold: 1 });
    expect(dimensionsOf(alarm.Dimensions)).toEqual({
      service: 'mailfold-receiver',
      stack: 'Mailfold',
      reason: 'does-not-fit',
    });
  });

  it('when a provider that the operator has named posts and has no key', () => {
    const titles = (from: Synthesized) =>
      alarmsOf(from).flatMap(({ AlarmName }) => /no keys \((.+)\)$/.exec(AlarmName)?.[1] ?? []);
    // Without the setting, strangers could raise it.
    expect(titles(world)).toEqual([]);
    const named = synthesize({
      providers: ['sendgrid', 'ses'],
      standardWebhookSources: { acme: {} },
    });
    expect(titles(named)).toEqual(['sendgrid', 'acme']);
    const alarm = theAlarm('A provider has no keys (sendgrid)', named);
    expect(alarm).toMatchObject({ ...atLeast, ...once, MetricName: 'NoKeys', Threshold: 1 });
    expect(dimensionsOf(alarm.Dimensions)).toMatchObject({ provider: 'sendgrid' });
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

  it('when a message is older than 1.2 times the visibility timeout', () => {
    expect(theAlarm('Events wait too long')).toMatchObject({
      ...above,
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateAgeOfOldestMessage',
      Statistic: 'Maximum',
      Period: 60,
      EvaluationPeriods: 3,
      DatapointsToAlarm: 3,
      Threshold: 432,
      Dimensions: [
        { Name: 'QueueName', Value: { 'Fn::GetAtt': [refTo(mailfold.eventsQueue).Ref, 'QueueName'] } },
      ],
    });
    // At its third delivery, after twice the timeout, a message that fails leaves the metric.
    const { VisibilityTimeout } = world.propertiesOf(mailfold.eventsQueue);
    expect(theAlarm('Events wait too long').Threshold).toBeGreaterThan(VisibilityTimeout);
    expect(theAlarm('Events wait too long').Threshold + 3 * 60).toBeLessThan(2 * VisibilityTimeout);
  });

  it('when messages fail twice, before they become dead letters', () => {
    const alarm = theAlarm('Messages keep failing');
    expect(alarm).toMatchObject({ ...atLeast, EvaluationPeriods: 3, DatapointsToAlarm: 2, Threshold: 1 });
    expect(expressionOf(alarm)).toBe('FILL(unfinished, 0) + FILL(errors, 0)');
    const { VisibilityTimeout, RedrivePolicy } = world.propertiesOf(mailfold.eventsQueue);
    // A message that fails comes back once in each of these periods.
    expect(watchedBy(alarm)).toEqual({
      unfinished: ['Unfinished', VisibilityTimeout, { service: 'mailfold-consumer', stack: 'Mailfold' }],
      errors: ['Errors', VisibilityTimeout, { FunctionName: refTo(mailfold.consumer) }],
    });
    expect(3 * VisibilityTimeout).toBeLessThan(VisibilityTimeout * RedrivePolicy.maxReceiveCount);
  });

  it.each([1, 7, 60, 900])('with periods that CloudWatch allows, for a consumer of %d seconds', (timeout) => {
    const other = synthesize({ consumerTimeoutSeconds: timeout });
    const [, period] = Object.values(watchedBy(theAlarm('Messages keep failing', other)))[0] ?? [];
    expect(Number(period) % 60).toBe(0);
    expect(Number(period)).toBeGreaterThanOrEqual(6 * timeout);
    expect(3 * Number(period)).toBeLessThanOrEqual(24 * 60 * 60);
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
    expect(expressionOf(alarm)).toBe('FILL(m0, 0) + FILL(m1, 0) + FILL(m2, 0) + FILL(m3, 0) + FILL(m4, 0)');
  });

  it('when Lambda has called a reader of the stream in neither of two hours with new events, and for nothing else', () => {
    const told = synthesize({ eventBus: true });
    const readers = [
      ['The historian is not called', told.mailfold.lake?.historian.function],
      ['The announcer is not called', told.mailfold.fanOut?.announcer.function],
    ] as const;
    for (const [title, reader] of readers) {
      const alarm = theAlarm(title, told);
      expect(alarm).toMatchObject({ ...atLeast, EvaluationPeriods: 2, DatapointsToAlarm: 2, Threshold: 1 });
      const stored = (type: string) => ({ service: 'mailfold-consumer', stack: 'Mailfold', type });
      expect(watchedBy(alarm)).toEqual({
        delivered: ['Stored', minutes(60), stored('delivered')],
        bounced: ['Stored', minutes(60), stored('hard_bounce')],
        calls: ['Invocations', minutes(60), { FunctionName: reader && told.refTo(reader) }],
      });
      // No call writes no data point, nor does an hour without events.
      const inAnHourWith = (found: Readonly<Record<string, number>>) =>
        computed(expressionOf(alarm) ?? '', found);
      expect(inAnHourWith({ delivered: 1 })).toBe(1);
      expect(inAnHourWith({ bounced: 20 })).toBe(1);
      expect(inAnHourWith({ delivered: 5, bounced: 1, calls: 1 })).toBe(0);
      expect(inAnHourWith({})).toBe(0);
    }
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
    expect(expressionOf(alarm)).toBe(expression);
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
    const alarm = partOf('A provider is silent (sendgrid), now');
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
    for (const part of ['now', 'before']) {
      const alarm = partOf(`A provider is silent (ses), ${part}`);
      expect(alarm).toMatchObject({ MetricName: 'Finished' });
      expect(dimensionsOf(alarm.Dimensions)).toMatchObject({ service: 'mailfold-consumer', provider: 'ses' });
    }
  });

  it('by silence only after a first event: a part of the alarm turns OK with it, and stays OK', () => {
    const [now, before] = ['now', 'before'].map((part) => partOf(`A provider is silent (sendgrid), ${part}`));
    expect(before).toMatchObject({
      MetricName: 'Accepted',
      Threshold: 1,
      ComparisonOperator: 'LessThanThreshold',
      EvaluationPeriods: 1,
      // Leaves the state alone: INSUFFICIENT_DATA until the first event, and OK for ever after it.
      TreatMissingData: 'ignore',
    });
    for (const part of [now, before]) {
      expect(part).not.toHaveProperty('AlarmActions');
      expect(part).not.toHaveProperty('OKActions');
      expect(part?.AlarmName).not.toMatch(/^Mailfold: /);
    }
    const composite = theAlarm('A provider is silent (sendgrid)', withSilence) as unknown as {
      AlarmRule: { 'Fn::Join': [string, (string | { 'Fn::GetAtt': [string, string] })[]] };
    };
    const rule = composite.AlarmRule['Fn::Join'][1].map((piece) =>
      typeof piece === 'string' ? piece : piece['Fn::GetAtt'][0].replace(/.*(Now|Before).*/, '$1'),
    );
    expect(rule.join('')).toBe('(ALARM("Now") AND OK("Before"))');
  });
});

describe('the limits of the alarms', () => {
  it('come from the settings', () => {
    const set = synthesize({
      alarmQueueAgeSeconds: 300,
      alarmRefusalsPerMinute: 2,
      alarmStaleSignatures: 1,
      alarmBouncePercent: 2.5,
      alarmComplaintPercent: 0.05,
      alarmMinimumDeliveries: 1000,
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
    const slow = synthesize({ consumerTimeoutSeconds: 300 });
    expect(theAlarm('Events wait too long', slow).Threshold).toBe(minutes(36));
  });

  it('count hours for a silence of more than a day, as CloudWatch requires', () => {
    const silence = (duration: Duration) =>
      synthesizeConstruct({ alarms: { silence: { resend: duration } } });
    expect(partOf('A provider is silent (resend), now', silence(Duration.days(2)))).toMatchObject({
      Period: minutes(60),
      EvaluationPeriods: 48,
    });
    expect(partOf('A provider is silent (resend), now', silence(Duration.minutes(12)))).toMatchObject({
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

  it('are refused for a provider that is not in use', () => {
    const silence = { sendgrid: Duration.hours(1) };
    expect(() => synthesizeConstruct({ providers: ['resend'], alarms: { silence } })).toThrow(
      'expected one of resend, found "sendgrid"; add it to providers',
    );
    expect(() => synthesizeConstruct({ providers: ['sendgrid'], alarms: { silence } })).not.toThrow();
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
    expect(partOf('A provider is silent (acme), now', named)).toMatchObject({ MetricName: 'Accepted' });
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
  const alarms = alarmsOf(
    synthesize({
      silentAfterMinutes: { sendgrid: 60 },
      providers: ['sendgrid'],
      webhooks: [{ name: 'shop', url: 'https://shop.example.com/hooks' }],
    }),
  );

  it('has a heading of its name in the runbook, and every heading has an alarm', () => {
    const titles = alarms.map(({ AlarmName }) =>
      AlarmName.replace(/^Mailfold: /, '').replace(/ \(\w+\)$/, ''),
    );
    expect(titles.toSorted()).toEqual(expect.arrayContaining(headings.toSorted()));
    expect(headings).toEqual(expect.arrayContaining(titles));
  });

  it('says what it means, and links its heading', () => {
    for (const { AlarmName, AlarmDescription } of alarms) {
      const [, sentence, url = '', anchor = ''] =
        /^(.+\.) What to do: (https:\/\/[^#\s]+\/docs\/runbook\.md)#([\w-]+)$/.exec(AlarmDescription) ?? [];
      expect(sentence).toBeTruthy();
      expect(url).toBe(defaultRunbookUrl);
      expect(AlarmName).toContain(headings[anchors.indexOf(anchor)]);
    }
  });

  it('links the runbook of the settings', () => {
    const own = synthesize({ runbookUrl: 'https://wiki.example.com/mailfold' });
    expect(theAlarm('Dead letters are waiting', own).AlarmDescription).toMatch(
      / What to do: https:\/\/wiki\.example\.com\/mailfold#dead-letters-are-waiting$/,
    );
  });

  it('costs what docs/performance.md and `mailfold cost` say: CloudWatch charges for each metric it watches', () => {
    const alarms = alarmsOf(world).length;
    const metrics = watchedMetrics(world);
    const canaryMetrics = watchedMetrics(synthesize({ rollout: 'canary' })) - metrics;
    expect(fixed).toEqual({ alarms, watchedMetrics: metrics, secrets: fixed.secrets, canaryMetrics });
    expect(fixed.secrets).toBe(world.all('AWS::SecretsManager::Secret').length);
    const dollars = (metrics * prices.watchedMetric).toFixed(2);
    const words = `$${dollars} for ${alarms} alarms on ${metrics} metrics`;
    const page = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8');
    const canary = `$${(canaryMetrics * prices.watchedMetric).toFixed(2)} for the alarms of \`rollout: 'canary'\``;
    for (const each of [words, canary]) expect(page.replaceAll('\n', ' ')).toContain(each);
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

  it('is put right by a deployment that compares with what is there, and that names its stage', () => {
    const repairs = [...runbook.matchAll(/`(npm run deploy[^`]*)`\s+(?:restores|puts|creates)/g)];
    expect(repairs.length).toBeGreaterThan(6);
    for (const [, command] of repairs) expect(command).toBe('npm run deploy -- --stage prod --revert-drift');
    for (const [command] of runbook.matchAll(/npm run deploy[^`\n]*/g))
      expect(command).toContain('--stage prod');
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

  it('comes with a warning if nobody is told', () => {
    const warnings = (alarms: AlarmSettings) => {
      const mailfold = new Mailfold(new Stack(anApp(unbundled), 'TheirStack'), 'Mailfold', { alarms });
      return mailfold.node
        .findAll()
        .flatMap(({ node }) => node.metadata)
        .filter(({ type }) => type === 'aws:cdk:warning')
        .map(({ data }) => String(data));
    };
    expect(warnings({})).toEqual([expect.stringMatching(/^Nobody gets the alarms: set alarmEmail/)]);
    expect(warnings({ email: 'ops@example.com' })).toEqual([]);
    expect(warnings({ topic: new Topic(new Stack(anApp(unbundled), 'Pagers'), 'Pager') })).toEqual([]);
  });

  it('sends e-mail to the address in the settings', () => {
    const { all, mailfold, refTo } = synthesize({ alarmEmail: 'ops@example.com' });
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
