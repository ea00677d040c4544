import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { measuredBy } from '../support/metrics.ts';
import { aReport, aStack, type Stack } from '../support/stack.ts';
import { eventually } from '../support/wait.ts';

let stack: Stack;
afterEach(() => stack?.stop());

const hasMeasured = (name: string) => measuredBy(stack).some((line) => line['name'] === name);

describe('overload', () => {
  it('by one large body is answered with 413 and counted, and nothing is enqueued', async () => {
    stack = await aStack();
    // Random text, which compression does not make smaller: two megabytes stay two megabytes.
    const filler = randomBytes(1_500_000).toString('base64');
    expect(await stack.postToSendgrid([aReport({ filler })])).toBe(413);
    await eventually('the metric', () => hasMeasured('TooLarge'));
    expect(hasMeasured('Accepted')).toBe(false);
    expect(await stack.depthOf('EventsQueueUrl')).toBe(0);
    // A full SendGrid batch is much smaller.
    expect(await stack.postToSendgrid([aReport({ filler: 'x'.repeat(768_000) })])).toBe(200);
  });

  it('by many requests at once is answered with 429, before any function runs', async () => {
    const assemblyDir = mkdtempSync(join(tmpdir(), 'mailfold-throttled-'));
    try {
      cpSync(inject('assemblyDir'), assemblyDir, { recursive: true });
      throttle(join(assemblyDir, 'Mailfold.template.json'), { rate: 0.01, burst: 3 });
      stack = await aStack({ assemblyDir });
      const statuses = await Promise.all(Array.from({ length: 12 }, () => stack.postToSendgrid([aReport()])));
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(3);
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
      expect(statuses.every((status) => status === 200 || status === 429)).toBe(true);
      // The flood was on one provider's route; the others have theirs to themselves.
      expect(await stack.postToSendgrid([aReport()])).toBe(429);
      const forged = { headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') };
      expect(await stack.post('postmark', forged)).toBe(401);
    } finally {
      rmSync(assemblyDir, { recursive: true, force: true });
    }
  });
});

describe('a service that does not answer', () => {
  it.each(['sqs', 'secretsmanager'])(
    'makes the receiver answer 503 within a few seconds: %s',
    async (hanging) => {
      stack = await aStack();
      let release = () => {};
      const never = new Promise<undefined>((resolve) => {
        release = () => resolve(undefined);
      });
      stack.faults.intercept = ({ service, action }) =>
        service === hanging && ['SendMessage', 'GetSecretValue'].includes(action) ? never : undefined;
      const startedAt = performance.now();
      try {
        expect(await stack.postToSendgrid([aReport()])).toBe(503);
        // Two attempts of two seconds and the pause between them. The rest is for a busy machine.
        expect(performance.now() - startedAt).toBeLessThan(8_000);
        await eventually('the metric', () => hasMeasured('Unavailable'));
      } finally {
        stack.faults.intercept = undefined;
        release();
      }
      expect(await stack.postToSendgrid([aReport()])).toBe(200);
    },
  );
});

function throttle(file: string, { rate, burst }: { rate: number; burst: number }): void {
  const template = JSON.parse(readFileSync(file, 'utf8'));
  const stages = Object.values<{ Type: string; Properties: { RouteSettings: Record<string, unknown> } }>(
    template.Resources,
  ).filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Stage');
  for (const { Properties } of stages)
    for (const route of Object.keys(Properties.RouteSettings))
      Properties.RouteSettings[route] = { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst };
  writeFileSync(file, JSON.stringify(template));
}
