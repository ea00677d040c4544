import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Dimension, dimensions, type EmailEvent } from '../../core/email-event.ts';
import { type StatusType, statusTypes } from '../../core/precedence.ts';
import { asEnqueued } from '../../providers/as-enqueued.ts';
import type { Telling } from '../../providers/manifest.ts';
import { manifestOf, manifests, sourceProvider } from '../../providers/manifests.ts';
import { normalizersWith } from '../../providers/normalizers.ts';
import { mailOf } from '../../providers/simulated-mail.ts';
import type { SimulatedEvent, Simulator } from '../../providers/simulator.ts';
import { simulatorOf } from '../../providers/simulators.ts';
import { tellsOf } from '../../providers/tells.ts';
import { signedRequest } from '../support/signed-request.ts';

const normalizerOf = normalizersWith({});

/** Every event type of one send that uses all that the provider offers. */
function eventsOfOneSend(provider: string): readonly EmailEvent[] {
  const file = new URL(`./${provider}/payloads/one-send.json`, import.meta.url);
  const bodies: unknown[] = JSON.parse(readFileSync(file, 'utf8'));
  return bodies.flatMap((body) => {
    const normalized = normalizerOf(provider)?.normalize({
      headers: {},
      body: Buffer.from(JSON.stringify(body)),
    });
    expect(normalized?.unreadable).toEqual([]);
    return normalized?.events ?? [];
  });
}

function simulatedEvents(provider: string, simulator: Simulator, mail: Partial<SimulatedEvent> = {}) {
  const { signingKey } = simulator.makeKeys();
  return simulator.kinds.flatMap((kind) => {
    const at = new Date('2026-01-01T00:00:10Z');
    const sentAt = new Date('2026-01-01T00:00:00Z');
    const event = { kind, to: ['ana@example.com'], messageId: 'm1', at, sentAt, ...mail };
    return simulator.payloadsOf([event]).flatMap((body) => {
      const request = asEnqueued(manifestOf(provider) ?? {}, signedRequest(simulator, body, signingKey, at));
      return normalizerOf(provider)?.normalize(request).events ?? [];
    });
  });
}

/** Rates count these events. Those about an address alone belong to no send. */
function aboutSend(events: readonly EmailEvent[]): readonly EmailEvent[] {
  return events.filter(
    ({ type, messageId }) => statusTypes.includes(type as StatusType) && !messageId.startsWith('unnamed#'),
  );
}

function tells(event: EmailEvent, dimension: Dimension): boolean {
  const told = event[dimension];
  return Array.isArray(told) ? told.length > 0 : told !== undefined;
}

function tellingOf(dimension: Dimension, events: readonly EmailEvent[]): Telling {
  const telling = events.filter((event) => tells(event, dimension));
  if (telling.length === 0) return 'never';
  return telling.length === events.length ? 'always' : 'sometimes';
}

/** Ids that an earlier version gave: an event that is delivered again after an upgrade must be recognised. */
const earlierIds: Record<string, readonly string[]> = JSON.parse(
  readFileSync(new URL('./event-ids.json', import.meta.url), 'utf8'),
);

describe.each(manifests)('what $name tells of a send', async ({ name }) => {
  const told = tellsOf(name);
  const simulator = await simulatorOf(name);
  if (!told || !simulator) throw new Error(`${name} is not complete`);
  const ofOneSend = aboutSend(eventsOfOneSend(name));
  const simulated = aboutSend(simulatedEvents(name, simulator));

  it('is shown by payloads of every type that rates count', () => {
    const types = (events: readonly EmailEvent[]) => [...new Set(events.map(({ type }) => type))].sort();
    expect(types(ofOneSend)).toEqual(types(simulated));
  });

  it.each(dimensions)('is what its manifest says: %s', (dimension) => {
    expect(tellingOf(dimension, ofOneSend)).toBe(ofOneSend.length > 0 ? told[dimension] : 'never');
  });

  it('is also what its simulator tells', () => {
    for (const dimension of dimensions) {
      const telling = tellingOf(dimension, simulated);
      // A simulator may tell more often what a provider does not promise.
      if (told[dimension] === 'sometimes') expect([dimension, telling]).not.toEqual([dimension, 'never']);
      else
        expect([dimension, telling]).toEqual([dimension, simulated.length > 0 ? told[dimension] : 'never']);
    }
  });

  it('is in its simulator what it is asked for', () => {
    const mail = {
      template: 'invoice',
      templateVersion: '42',
      tags: ['billing'],
      stream: '77',
      sendingDomain: 'billing.example',
      metadata: { order: 'o-1' },
    };
    for (const event of aboutSend(simulatedEvents(name, simulator, mail))) {
      for (const dimension of ['template', 'templateVersion', 'stream', 'sendingDomain'] as const)
        if (tells(event, dimension))
          expect([event.providerType, event[dimension]]).toEqual([event.providerType, mail[dimension]]);
      if (tells(event, 'metadata')) expect(event.metadata).toMatchObject(mail.metadata);
      for (const tag of event.tags ?? []) expect(['billing', 'tag=billing', 'order=o-1']).toContain(tag);
    }
  });
});

describe('the id of an event', () => {
  it.each(Object.entries(earlierIds))('of %s is what it was before dimensions were read', (name, ids) => {
    expect(eventsOfOneSend(name).map(({ id }) => id)).toEqual(ids);
  });
});

describe('what a sender tells that the operator has named', () => {
  it('is what its provider tells, and nothing is known of others', () => {
    expect(tellsOf('acme-mail', ['acme-mail'])).toBe(tellsOf(sourceProvider.name));
    expect(tellsOf('acme-mail')).toBeUndefined();
    expect(tellsOf('constructor')).toBeUndefined();
  });
});

describe('a simulated mail', () => {
  const event = { kind: 'delivered', to: ['ana@example.com'], at: new Date() };

  it('is the same for all events of a message', () => {
    expect(mailOf({ ...event, messageId: 'm1' })).toEqual(
      mailOf({ ...event, kind: 'open', messageId: 'm1' }),
    );
  });

  it('is one of several', () => {
    const templates = Array.from(
      { length: 50 },
      (_, index) => mailOf({ ...event, messageId: `m${index}` }).template,
    );
    expect(new Set(templates).size).toBeGreaterThan(2);
  });
});
