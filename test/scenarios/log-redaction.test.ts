import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { providerNames } from '../../providers/manifests.ts';
import { simulatorOf } from '../../providers/simulators.ts';
import { aStack, type Stack } from '../support/stack.ts';
import { eventually } from '../support/wait.ts';

let stack: Stack;
const lines: string[] = [];
/** Everything that must not be in a log, and where it comes from. */
const secrets = new Map<string, string>();

const recipient = 'Needle.Recipient@haystack.example';
const messageId = 'needle-message-7d1f';

beforeAll(async () => {
  stack = await aStack({ onLog: ({ text }) => lines.push(text) });
  for (const provider of providerNames) await post(provider);
  await stack.publishToTopic({ eventType: 'Delivery', mail: { destination: [recipient], messageId } });
  await eventually('the queue to be worked off', async () => (await stack.depthOf('EventsQueueUrl')) === 0);
});
afterAll(() => stack?.stop());

/** Genuine, forged, and unreadable as a whole or in part: everything that a provider may send. */
async function post(provider: string): Promise<void> {
  const simulator = await simulatorOf(provider);
  if (!simulator) return;
  const { signingKey, verificationKey } = stack.providerKeys[provider] ?? simulator.makeKeys();
  secrets.set(signingKey, `${provider}'s signing key`).set(verificationKey, `${provider}'s verification key`);
  const kinds = simulator.kinds.filter((kind) => !kind.includes(' '));
  const genuine = simulator.payloadsOf(
    kinds.map((kind) => ({ kind, to: [recipient], messageId, at: new Date() })),
  );
  const poison = [
    Buffer.from(JSON.stringify({ broken: recipient, messageId })),
    ...genuine.map((payload) =>
      Buffer.from(payload.toString().replaceAll(/\d{9,}|\d{4}-\d\d-\d\dT/g, 'soon')),
    ),
  ];
  for (const payload of [...genuine, ...poison]) {
    for (const key of [signingKey, simulator.makeKeys().signingKey]) {
      const request = signedOrNot(() => simulator.sign(payload, key, new Date(), stack.webhookUrl(provider)));
      if (!request) continue;
      for (const [name, value] of Object.entries(request.headers))
        if (/signature|authorization/i.test(name)) secrets.set(value, `${provider}'s ${name} header`);
      await stack.post(provider, { headers: request.headers, body: request.body });
    }
  }
}

/** Not every simulator can sign a body that is not one of its events. */
function signedOrNot<Request>(sign: () => Request): Request | undefined {
  try {
    return sign();
  } catch {
    return undefined;
  }
}

describe('the logs of the functions', () => {
  it('contain refused requests, stored batches, and events that were split off', () => {
    const text = lines.join('\n');
    for (const said of ['webhook refused', 'batch consumed', 'cannot be read', '"Accepted":1'])
      expect([said, text.includes(said)]).toEqual([said, true]);
  });

  it('are JSON with a level and a time, or metrics: Lambda wraps every other line', () => {
    const parsed = lines.map((line): Record<string, unknown> => JSON.parse(line));
    const isMetrics = (line: Record<string, unknown>) => Object.keys(line)[0] === '_aws';
    const isLogged = ({ level, timestamp }: Record<string, unknown>) =>
      ['INFO', 'WARN', 'ERROR'].includes(String(level)) &&
      /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(timestamp));
    expect(parsed.filter((line) => !isMetrics(line) && !isLogged(line))).toEqual([]);
    expect(parsed.some(isMetrics)).toBe(true);
    expect(parsed.some(isLogged)).toBe(true);
  });

  it('name no recipient and quote no payload', () => {
    const needles = ['needle', 'haystack', recipient, encodeURIComponent(recipient)];
    const found = lines.filter((line) =>
      needles.some((needle) => line.toLowerCase().includes(needle.toLowerCase())),
    );
    expect(found).toEqual([]);
  });

  it('contain no key, no signature and no credentials', () => {
    expect(secrets.size).toBeGreaterThan(15);
    const found = lines.flatMap((line) =>
      [...secrets].filter(([secret]) => line.includes(secret)).map(([, what]) => what),
    );
    expect(found).toEqual([]);
  });
});
