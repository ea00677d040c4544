import { describe, expect, it } from 'vitest';
import { fanOutFixed } from '../../cli/cost/fan-out-bill.ts';
import { mostAttempts } from '../../core/retry-schedule.ts';
import { setAsideName } from '../../fanout/endpoint-queue.ts';
import type { FanOut } from '../../lib/fan-out.ts';
import type { Settings } from '../../lib/settings.ts';
import { eventPrefix } from '../../store/keys.ts';
import { grantsOf, type Synthesized, synthesize, watchedMetrics } from './synthesize.ts';

const shop = { name: 'shop', url: 'https://shop.example.com/hooks' };
const crm = { name: 'crm', url: 'https://crm.example.com/hooks', types: ['email.bounced' as const] };
const world = synthesize({ eventBus: true, webhooks: [shop, crm] });
const { all, arnOf, propertiesOf, refTo } = world;
const { announcer, sender, bus } = fanOutIn(world);

function fanOutIn({ mailfold }: Synthesized): FanOut {
  if (!mailfold.fanOut) throw new Error('expected a fan-out, found none');
  return mailfold.fanOut;
}

describe('events for other programs', () => {
  it('are off unless asked for', () => {
    const plain = synthesize();
    expect(plain.mailfold.fanOut).toBeUndefined();
    expect(plain.all('AWS::Events::EventBus')).toEqual([]);
    expect(plain.all('AWS::Lambda::EventSourceMapping').filter((each) => each.StartingPosition)).toHaveLength(
      1,
    );
  });

  it('go to a bus with an archive of 30 days', () => {
    expect(all('AWS::Events::EventBus')).toHaveLength(1);
    expect(all('AWS::Events::Archive')).toEqual([
      expect.objectContaining({ RetentionDays: 30, EventPattern: { source: ['mailfold'] } }),
    ]);
  });

  it('need no bus for webhooks, and no endpoint for the bus', () => {
    const webhooks = synthesize({ webhooks: [shop] });
    expect([webhooks.mailfold.eventBus, fanOutIn(webhooks).sender]).toEqual([undefined, expect.anything()]);
    const withBus = synthesize({ eventBus: true });
    expect([withBus.mailfold.eventBus, fanOutIn(withBus).sender]).toEqual([expect.anything(), undefined]);
    expect(withBus.all('AWS::SecretsManager::Secret')).toHaveLength(2);
  });
});

describe('the cost of it', () => {
  it.each([
    [{ eventBus: true }, { eventBus: true, endpoints: 0 }],
    [{ webhooks: [shop, crm] }, { eventBus: false, endpoints: 2 }],
  ])('counts the alarms and secrets that a stack with %j has more', (settings, listeners) => {
    const rollout = 'canary';
    const [plain, told] = [synthesize(), synthesize(settings)];
    const [canary, toldByCanary] = [synthesize({ rollout }), synthesize({ ...settings, rollout })];
    const more = (type: string) => told.all(type).length - plain.all(type).length;
    const metrics = watchedMetrics(told) - watchedMetrics(plain);
    expect({
      alarms: more('AWS::CloudWatch::Alarm'),
      watchedMetrics: metrics,
      secrets: more('AWS::SecretsManager::Secret'),
      canaryMetrics: watchedMetrics(toldByCanary) - watchedMetrics(canary) - metrics,
    }).toEqual(fanOutFixed(listeners));
  });
});

describe('the announcer', () => {
  const mapping = all('AWS::Lambda::EventSourceMapping').find(
    ({ StartingPosition }) => StartingPosition === 'LATEST',
  );

  it('gets new event rows within a second, but none that a person imported', () => {
    expect(mapping).toMatchObject({ BatchSize: 100, MaximumBatchingWindowInSeconds: 1 });
    const [{ Pattern }] = mapping.FilterCriteria.Filters;
    expect(JSON.parse(Pattern)).toEqual({
      eventName: ['INSERT'],
      dynamodb: {
        Keys: { sortKey: { S: [{ prefix: eventPrefix }] } },
        NewImage: { imported: { BOOL: [{ exists: false }] } },
      },
    });
  });

  it('gets again what was not accepted, from the first of it on, until the stream is about to forget it', () => {
    expect(mapping).toMatchObject({
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      MaximumRecordAgeInSeconds: 23 * 3_600,
      DestinationConfig: { OnFailure: { Destination: arnOf(announcer.failures) } },
    });
    expect(mapping.MaximumRetryAttempts).toBeUndefined();
  });

  it('can read the stream, and send to the bus and to the queues, and nothing else', () => {
    const grants = grantsOf(world, announcer.function).filter(
      ({ action }) => !/^(logs|dynamodb):/.test(action),
    );
    const queues = (sender?.endpoints ?? []).map(({ queues: { queue } }) => arnOf(queue));
    expect(new Set(grants)).toEqual(
      new Set([
        { action: 'events:PutEvents', on: bus && arnOf(bus) },
        ...[arnOf(announcer.failures), ...queues].map((on) => ({ action: 'sqs:SendMessage', on })),
      ]),
    );
  });
});

describe('an endpoint', () => {
  const [first] = sender?.endpoints ?? [];
  if (!sender || !first) throw new Error('expected endpoints, found none');

  it('has queues and runs of its own', () => {
    const sources = all('AWS::Lambda::EventSourceMapping').filter(
      ({ ScalingConfig }) => ScalingConfig?.MaximumConcurrency === 5,
    );
    expect(sources.map(({ EventSourceArn }) => EventSourceArn)).toEqual(
      sender.endpoints.map(({ queues }) => arnOf(queues.queue)),
    );
    for (const source of sources)
      expect(source).toMatchObject({ BatchSize: 10, FunctionResponseTypes: ['ReportBatchItemFailures'] });
  });

  it('has a queue for what was given up, under the name that the sender and the command line expect', () => {
    const queue = propertiesOf(first.queues.queue);
    const setAside = propertiesOf(first.queues.setAside);
    expect(setAside.QueueName).toBe(setAsideName(queue.QueueName));
    expect(setAside.QueueName.length).toBeLessThanOrEqual(80);
    for (const { MessageRetentionPeriod } of [queue, setAside])
      expect(MessageRetentionPeriod).toBe(14 * 86_400);
    // Attempts that fail because of us must not end the schedule early.
    expect(queue.RedrivePolicy.maxReceiveCount).toBeGreaterThan(mostAttempts);
  });

  it('has an alarm for what is set aside', () => {
    const alarms = all('AWS::CloudWatch::Alarm').filter(({ AlarmName }) =>
      /takes? its webhooks|not take its/.test(AlarmName),
    );
    expect(alarms.map(({ AlarmName }) => AlarmName)).toEqual([
      'Mailfold: An endpoint does not take its webhooks (shop)',
      'Mailfold: An endpoint does not take its webhooks (crm)',
    ]);
  });

  it('is signed for with a secret that is generated and in no template', () => {
    expect(propertiesOf(sender.secret).GenerateSecretString).toMatchObject({
      GenerateStringKey: 'generatedKey',
      SecretStringTemplate: '{}',
    });
    expect(propertiesOf(sender.function).Environment.Variables.DELIVERIES_TABLE).toEqual(
      refTo(sender.deliveries),
    );
  });

  it.each<[string, Settings['webhooks'], string]>([
    [
      'without TLS',
      [{ name: 'shop', url: 'http://shop.example.com/' }],
      'shop: expected https://, found http://',
    ],
    ['with a private address', [{ name: 'shop', url: 'https://10.0.0.1/' }], 'found a private one'],
    ['of the metadata', [{ name: 'shop', url: 'https://[::ffff:a9fe:a9fe]/' }], 'found a private one'],
    ['with a bad name', [{ name: 'Shop', url: shop.url }], 'begins with a lower-case letter'],
    ['with a name that another has', [shop, shop], 'found "shop" twice'],
    ['with no type', [{ ...shop, types: [] }], 'leave types out for all'],
    ['with an unknown type', [{ ...shop, types: ['bounced' as never] }], 'found "bounced"'],
    ['beside ten others', Array.from({ length: 11 }, (_, n) => ({ ...shop, name: `e${n}` })), 'up to 10'],
    [
      'with a very long URL',
      [{ ...shop, url: `https://x.example/${'y'.repeat(4_000)}` }],
      'shorter or fewer',
    ],
  ])('%s is refused', (_, webhooks, reason) => {
    expect(() => synthesize({ webhooks })).toThrow(reason);
  });

  it('can be private and without TLS if its host is listed', () => {
    const settings = { webhooks: [{ name: 'shop', url: 'http://10.0.0.5:8080/' }] };
    expect(() => synthesize({ ...settings, webhookPrivateHosts: ['10.0.0.5:8080'] })).not.toThrow();
  });

  it('with a field that does not exist is refused: a misspelt filter would be none', () => {
    const misspelt = [{ ...shop, type: ['email.bounced'] }] as unknown as Settings['webhooks'];
    expect(() => synthesize({ webhooks: misspelt })).toThrow('webhooks: expected a list of endpoints');
  });
});
