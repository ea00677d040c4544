import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import type { EmailEvent } from '../../core/email-event.ts';
import { isEventId } from '../../core/ids.ts';
import { asEnqueued } from '../../providers/as-enqueued.ts';
import type { ProviderManifest, ProviderProfile } from '../../providers/manifest.ts';
import {
  type Normalizer,
  UnreadableBody,
  type Verifier,
  type WebhookRequest,
} from '../../providers/provider.ts';
import type { ProviderKeys, SimulatedEvent, Simulator } from '../../providers/simulator.ts';
import { allTypes } from '../support/events.ts';
import { signedRequest } from '../support/signed-request.ts';
import { serveCertificates } from '../support/sns.ts';
import { unreadableBodyOf } from '../support/unreadable.ts';

/** The parts of a provider. */
export type Provider = {
  readonly manifest: ProviderManifest;
  readonly profile: ProviderProfile;
  readonly verifier: Verifier;
  readonly normalizer: Normalizer;
  readonly simulator: Simulator;
};

const now = new Date('2026-01-01T12:00:00Z');
const url = 'https://hooks.example.com/webhooks/provider';

const anEvent = (fields: Partial<SimulatedEvent> = {}): SimulatedEvent => ({
  kind: 'delivered',
  to: ['ana@example.com'],
  messageId: 'm1',
  at: new Date('2026-01-01T11:59:00Z'),
  ...fields,
});

const made = new WeakMap<Simulator, readonly [ProviderKeys, ProviderKeys]>();

/** Two pairs of keys, the same for all laws: RSA keys take long to make. */
function keysOf(simulator: Simulator): readonly [ProviderKeys, ProviderKeys] {
  const keys = made.get(simulator) ?? ([simulator.makeKeys(), simulator.makeKeys()] as const);
  made.set(simulator, keys);
  return keys;
}

/** One provider with its simulator, for the laws below. */
function actors({ manifest, verifier, normalizer, simulator }: Provider) {
  const tolerance = manifest.toleranceSeconds ?? 300;
  const [keys, others] = keysOf(simulator);
  serveCertificates([keys.signingKey, others.signingKey]);
  const kind = simulator.kinds.includes('delivered') ? 'delivered' : (simulator.kinds[0] ?? '');
  const payload = (event: Partial<SimulatedEvent> = {}) =>
    simulator.payloadsOf([anEvent({ kind, ...event })])[0] as Buffer;
  const sign = (body: Buffer, signingKey = keys.signingKey, at = now): WebhookRequest =>
    signedRequest(simulator, body, signingKey, at, url);
  const judge = async (
    request: WebhookRequest,
    verificationKeys: readonly string[] = [keys.verificationKey],
  ) => {
    const { body } = asEnqueued(manifest, request);
    return verifier.verify(
      { ...request, body },
      { keys: verificationKeys, now, toleranceSeconds: tolerance },
    );
  };
  /** The request as the consumer gets it, with only the headers that the manifest names. */
  const read = (request: WebhookRequest) => normalizer.normalize(asEnqueued(manifest, request));
  const events = (body: Buffer, at = now): readonly EmailEvent[] => {
    const normalized = read(sign(body, keys.signingKey, at));
    expect(normalized.unreadable).toEqual([]);
    return normalized.events;
  };
  return { tolerance, keys, others, kind, payload, sign, judge, read, events };
}

/** A signature is in the headers or, for some providers, in the body. */
function withoutSignature({ body, ...request }: WebhookRequest): WebhookRequest {
  return { ...request, headers: {}, body: withoutFields(body, ['signature', 'Signature', 'auth']) };
}

/** The body without these fields, if it is a JSON object. */
function withoutFields(body: Buffer, names: readonly string[]): Buffer {
  try {
    const content = JSON.parse(body.toString());
    for (const name of names) delete content[name];
    return Buffer.from(JSON.stringify(content));
  } catch {
    return body;
  }
}

/** A key that did not sign the request. Topics are not secret, and all simulated topics are the same. */
function strangerFor({ key }: ProviderManifest, verificationKey: string): string {
  return key.source === 'setting' ? 'arn:aws:sns:us-east-1:999999999999:another' : verificationKey;
}

/** Whether one request can have several events, by what is documented. */
function mayBatch({ posts }: ProviderProfile): boolean {
  return /events/.test(posts);
}

const mayRepeat = ['deferred', 'open', 'click', 'soft_bounce', 'unsubscribe'];

const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

/** The laws that every provider must keep. */
export function itKeepsTheContract(provider: Provider): void {
  const { manifest, profile, verifier, normalizer, simulator } = provider;

  afterEach(() => vi.restoreAllMocks());

  it('accepts a genuine request', async () => {
    const { judge, sign, payload } = actors(provider);
    expect(await judge(sign(payload()))).toMatchObject({ genuine: true });
  });

  it('refuses a request with one changed byte, if the signature covers the body', async () => {
    const { judge, sign, payload } = actors(provider);
    const request = sign(payload());
    for (let index = 0; index < request.body.length; index += Math.ceil(request.body.length / 40)) {
      const body = Buffer.from(request.body);
      body[index] = (body[index] ?? 0) ^ 1;
      // A certificate URL that does not exist makes the verifier throw, so the request is not accepted either.
      const isAccepted = await judge({ ...request, body }).then(
        ({ genuine }) => genuine,
        () => false,
      );
      if (simulator.covers.body) expect([index, isAccepted]).toEqual([index, false]);
    }
  });

  it('refuses a key with one changed byte, if the signature does not cover the body', async () => {
    if (simulator.covers.body) return;
    const { judge, sign, payload, keys } = actors(provider);
    const key = Buffer.from(keys.signingKey);
    for (const [index, byte] of key.entries()) {
      const changed = Buffer.from(key);
      changed[index] = byte ^ 1;
      const { genuine } = await judge(sign(payload(), changed.toString()));
      expect([index, genuine]).toEqual([index, false]);
    }
  });

  it('refuses a request without a signature', async () => {
    const { judge, sign, payload } = actors(provider);
    expect(await judge(withoutSignature(sign(payload())))).toMatchObject({ genuine: false });
  });

  it('refuses a signed time that is too old or in the future, as late and not as forged', async () => {
    const { judge, sign, payload, tolerance } = actors(provider);
    const verdictAt = (seconds: number) => judge(sign(payload(), undefined, later(seconds)));
    expect(await verdictAt(-tolerance)).toMatchObject({ genuine: true });
    expect(await verdictAt(tolerance)).toMatchObject({ genuine: true });
    if (!simulator.covers.time) return;
    expect(await verdictAt(-tolerance - 1)).toEqual({ genuine: false, reason: 'timestamp-stale' });
    expect(await verdictAt(tolerance + 1)).toEqual({ genuine: false, reason: 'timestamp-in-future' });
  });

  it('refuses another key', async () => {
    const { judge, sign, payload, others } = actors(provider);
    const stranger = strangerFor(manifest, others.verificationKey);
    expect(await judge(sign(payload()), [stranger])).toMatchObject({ genuine: false });
  });

  it('accepts the old and the new key during a rotation', async () => {
    const { judge, sign, payload, keys, others } = actors(provider);
    const both = [keys.verificationKey, others.verificationKey];
    for (const { signingKey } of [keys, others]) {
      expect(await judge(sign(payload(), signingKey), both)).toMatchObject({ genuine: true });
    }
  });

  it('accepts the URL that is signed, among those under which it is reached, and no other', async () => {
    const { judge, sign, payload } = actors(provider);
    const request = sign(payload());
    const isGenuine = async (urls: readonly string[]) => (await judge({ ...request, urls })).genuine;
    expect(await isGenuine([`${url}/another`, url])).toBe(true);
    const signsUrl = manifest.signsUrl === true;
    for (const others of [[`${url}/another`], [`${url}?a=b`], [url.replace('https', 'http')], []])
      expect([others, await isGenuine(others)]).toEqual([others, !signsUrl]);
  });

  it('accepts a compressed body, if the provider may compress', async () => {
    const { judge, sign, payload, read } = actors(provider);
    const plain = asEnqueued(manifest, sign(payload()));
    const compressed = { ...sign(payload()), body: gzipSync(plain.body) };
    const verdict = await judge(compressed);
    if (manifest.mayCompress) {
      expect(verdict).toMatchObject({ genuine: true });
      expect(read(compressed)).toEqual(read({ ...compressed, body: plain.body }));
    } else if (simulator.covers.body) expect(verdict).toMatchObject({ genuine: false });
  });

  it('answers what the provider sends to a new URL, and finds no event in it', async () => {
    const { judge, read, keys } = actors(provider);
    const checks = simulator.checks?.(keys.signingKey, now, url) ?? [];
    const methods = checks.map(({ method }) => method).filter((method) => method !== 'POST');
    expect(methods).toEqual(manifest.checksBy ?? []);
    for (const check of checks.filter(({ method }) => method === 'POST')) {
      const request = { ...check, urls: [url] };
      const isTest = verifier.isTest?.(request) ?? false;
      expect((await judge(request)).genuine || isTest).toBe(true);
      expect(read(check)).toEqual({ events: [], unreadable: [] });
    }
  });

  it('takes nothing that contains an event for the test of a new webhook', () => {
    const { sign, payload } = actors(provider);
    for (const kind of simulator.kinds)
      expect([kind, verifier.isTest?.(sign(payload({ kind }))) ?? false]).toEqual([kind, false]);
  });

  const postsOfTwo = () => {
    const { sign, kind } = actors(provider);
    const two = [anEvent({ kind }), anEvent({ kind, messageId: 'm2' })];
    return simulator.payloadsOf(two).map((body) => asEnqueued(manifest, sign(body)));
  };

  it('says in its profile whether one request can have several events', () => {
    expect(postsOfTwo().length).toBe(mayBatch(profile) ? 1 : 2);
  });

  const keepsGoodEvents = () => {
    const [request] = postsOfTwo() as [WebhookRequest];
    const { parts, bodyOf } = normalizer.split(request);
    const mixed = { ...request, body: bodyOf([parts[0], { poison: 1 }, parts[1]]) };
    const { events, unreadable } = normalizer.normalize(mixed);
    expect([events, unreadable]).toEqual([normalizer.normalize(request).events, [expect.anything()]]);
    expect(events).toHaveLength(2);
    const rest = { ...request, body: unreadableBodyOf(normalizer, mixed) };
    expect(normalizer.normalize(rest)).toEqual({ events: [], unreadable });
  };

  const keepsBadPost = () => {
    const [request] = postsOfTwo() as [WebhookRequest];
    expect(normalizer.normalize(request).events).toHaveLength(1);
    const bad = { ...request, body: Buffer.from('"poison"') };
    try {
      expect(normalizer.normalize(bad)).toEqual({ events: [], unreadable: [expect.anything()] });
      expect(unreadableBodyOf(normalizer, bad)).toEqual(bad.body);
    } catch (error) {
      if (!(error instanceof UnreadableBody)) throw error;
    }
  };

  if (mayBatch(profile))
    it('keeps the good events of a batch with a bad one, which it sets apart', keepsGoodEvents);
  else it('finds no event in a post that is not one, and leaves the post as it is', keepsBadPost);

  it('gives the event of a retried request the same id, whatever else is in the batch', () => {
    const { events, payload, kind } = actors(provider);
    const [first] = events(payload());
    const [again] = events(payload(), later(200));
    expect(again).toEqual(first);
    const pair = simulator.payloadsOf([anEvent({ kind, messageId: 'm2' }), anEvent({ kind })]);
    const together = pair.flatMap((body) => events(body));
    expect(together.map((event) => event.id)).toContain(first?.id);
    expect(new Set(together.map((event) => event.id)).size).toBe(2);
  });

  it('gives distinct events distinct ids', () => {
    const { events } = actors(provider);
    const all = simulator.kinds.flatMap((kind) =>
      [
        anEvent({ kind }),
        anEvent({ kind, messageId: 'm2', to: ['other@example.com'] }),
        // An event that happens only once to a message has the same id at any time.
        ...(mayRepeat.includes(kind) ? [anEvent({ kind, at: new Date('2026-01-01T11:58:00Z') })] : []),
        anEvent({ kind, messageId: 'm3', to: ['bob@example.com', 'eve@example.com'] }),
      ].flatMap((event) => simulator.payloadsOf([event]).flatMap((body) => events(body))),
    );
    expect(new Set(all.map((event) => event.id)).size).toBe(all.length);
  });

  it('reports each kind as the type of that name, with the right message and recipient', () => {
    const { events, payload } = actors(provider);
    for (const kind of simulator.kinds) {
      const reported = events(payload({ kind, to: ['Ana@Example.com'], messageId: 'Message-1' }));
      expect([kind, reported.length > 0]).toEqual([kind, true]);
      for (const event of reported) {
        expect([kind, event.provider, isEventId(event.id)]).toEqual([kind, manifest.name, true]);
        expect([kind, event.occurredAt]).toEqual([
          kind,
          expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        ]);
        if (allTypes.some((type) => type === kind)) expect(event.type).toBe(kind);
        if (event.recipient) expect(event.recipient).toBe('ana@example.com');
        if (event.type !== 'unknown' && !event.messageId.startsWith('unnamed#'))
          expect(event.messageId).toBe('Message-1');
      }
    }
  });

  it('knows the mailbox of a recipient with a name, and keeps what the provider wrote', () => {
    const { events, payload } = actors(provider);
    const given = '"Doe, Ana" <ANA@münchen.de>';
    for (const kind of simulator.kinds) {
      for (const { recipient, recipientAsGiven } of events(payload({ kind, to: [given] }))) {
        if (!recipient) continue;
        expect([kind, recipient]).toEqual([kind, 'ana@xn--mnchen-3ya.de']);
        // Mailgun's To header is a list, from which the names are taken off.
        expect([given, 'ANA@münchen.de']).toContain(recipientAsGiven);
      }
    }
  });

  it('gives a stored event again from its payload alone', () => {
    const { events } = actors(provider);
    const again = (event: EmailEvent) => {
      const { id: storedId, providerType, occurredAt } = event;
      const { events: found } = normalizer.normalize(
        normalizer.requestFor(JSON.stringify(event.payload), { id: storedId, providerType, occurredAt }),
      );
      return found.filter(({ id, recipient }) => id === event.id && recipient === event.recipient);
    };
    const to = ['Ana@Example.com', 'ben@example.com'];
    for (const kind of simulator.kinds)
      for (const body of simulator.payloadsOf([anEvent({ kind }), anEvent({ kind, to })]))
        for (const event of events(body)) expect([kind, again(event)]).toEqual([kind, [event]]);
  });

  it('reports the types in its profile, and no others', () => {
    const types = allTypes.filter((type) => type !== 'unknown' && simulator.kinds.includes(type));
    expect(types.toSorted()).toEqual([...profile.reports].toSorted());
  });

  it('is called strong only if its signature covers body and time', () => {
    const { body, time } = simulator.covers;
    if (profile.strength === 'strong' && manifest.transport === 'webhook')
      expect({ body, time }).toEqual({ body: true, time: true });
  });

  it('is called weak if its signature covers neither body nor time', () => {
    const { body, time } = simulator.covers;
    if (!body && !time) expect(profile.strength).toBe('weak');
  });

  it('stores an unknown event type', () => {
    const { events, payload } = actors(provider);
    expect(simulator.kinds).toContain('unknown');
    expect(events(payload({ kind: 'unknown' }))).toMatchObject([{ type: 'unknown' }]);
  });

  it('gives any input a verdict, and events or an unreadable body, and never throws', async () => {
    const { judge, read, sign, payload } = actors(provider);
    const genuine = sign(payload());
    const names = [...Object.keys(genuine.headers), ...(manifest.headersToKeep ?? []), 'authorization'];
    const anyHeaders = fc.dictionary(
      fc.constantFrom(...names),
      fc.oneof(fc.string(), fc.string({ unit: 'binary' })),
    );
    const anyBody = fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      fc.json({ maxDepth: 4 }).map((text) => Buffer.from(text)),
      mangled(genuine.body),
      mangled(payload()),
    );
    await fc.assert(
      fc.asyncProperty(anyHeaders, anyBody, async (headers, body) => {
        for (const request of [
          { headers, body },
          { ...genuine, headers: { ...genuine.headers, ...headers }, body },
        ]) {
          expect(typeof (await judge(request)).genuine).toBe('boolean');
          expect(verifier.isTest?.(request) ?? false).toBe(false);
          for (const normalize of [read, normalizer.normalize]) {
            try {
              const { unreadable } = normalize(request);
              if (unreadable.length === 0) continue;
              expect(unreadable.map(({ reason }) => reason)).not.toContain('');
              // A second try finds the same events, which are still unreadable.
              const rest = { ...request, body: unreadableBodyOf(normalizer, request) };
              const again = normalize(rest);
              expect([again.events.length, again.unreadable.length]).toEqual([0, unreadable.length]);
            } catch (error) {
              if (!(error instanceof UnreadableBody)) throw error;
            }
          }
        }
      }),
      { numRuns: 150 },
    );
  });
}

/** A genuine body with one value replaced by any other value, including names of prototype properties. */
function mangled(body: Buffer): fc.Arbitrary<Buffer> {
  const text = body.toString();
  const places = [...text.matchAll(/:\s*("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null)/g)];
  const anything = fc.oneof(
    fc.json({ maxDepth: 2 }),
    fc.constantFrom(
      '"constructor"',
      '"__proto__"',
      '"toString"',
      '{"__proto__":1}',
      '1e400',
      '-1',
      '[]',
      '""',
      '9007199254740993',
    ),
  );
  return fc.tuple(fc.nat({ max: Math.max(0, places.length - 1) }), anything).map(([index, value]) => {
    const place = places[index];
    if (!place?.[1]) return body;
    const start = place.index + place[0].length - place[1].length;
    return Buffer.from(text.slice(0, start) + value + text.slice(start + place[1].length));
  });
}
