import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { laterThanBelievable } from '../../core/believable-time.ts';
import type { EmailEvent } from '../../core/email-event.ts';
import { readMoment } from '../../core/read-moment.ts';
import { manifests } from '../../providers/manifests.ts';
import { normalizersWith } from '../../providers/normalizers.ts';
import type { Normalizer } from '../../providers/provider.ts';
import { type Path, pathsIn, valueAt, without, withValue } from '../support/mutations.ts';
import { payloadFile } from '../support/reading.ts';

/** Bodies of a provider: its payload files, and the examples in its guide. */
function bodiesOf(provider: string): Buffer[] {
  const folder = new URL(`./${provider}/payloads/`, import.meta.url);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const files = names
    .filter((name) => !/^README|vectors/.test(name))
    .flatMap((name) => (name === 'one-send.json' ? listedBodies(provider) : [payloadFile(provider, name)]));
  const guide = readFileSync(new URL(`../../providers/${provider}/README.md`, import.meta.url), 'utf8');
  const examples = guide.slice(guide.indexOf('## Example')).matchAll(/```json\n([\s\S]*?)```/g);
  return [...files, ...[...examples].map(([, example = '']) => Buffer.from(example))];
}

/** The file with every event type of one mail is a list of bodies. */
function listedBodies(provider: string): Buffer[] {
  const bodies: unknown[] = JSON.parse(payloadFile(provider, 'one-send.json').toString());
  return bodies.map((body) => Buffer.from(JSON.stringify(body)));
}

/** The events in these bodies. Each can be made again from its payload alone. */
function eventsOf(provider: string, normalizer: Normalizer): readonly EmailEvent[] {
  return bodiesOf(provider).flatMap((body) => normalizer.normalize({ headers: {}, body }).events);
}

/** What the adapter makes of a changed payload. */
function readAgain(normalizer: Normalizer, { id, providerType, occurredAt }: EmailEvent, payload: unknown) {
  const request = normalizer.requestFor(JSON.stringify(payload), { id, providerType, occurredAt });
  return normalizer.normalize(request);
}

/** Whether a payload still names message or recipient, or has a time that says when it happened. */
function saysSomething(
  { messageId, recipient, recipientAsGiven, occurredAt }: EmailEvent,
  payload: unknown,
): boolean {
  const text = JSON.stringify(payload).toLowerCase();
  const names = [messageId, recipientAsGiven ?? recipient].filter((name) => name !== undefined);
  if (names.some((name) => text.includes(JSON.stringify(name).slice(1, -1).toLowerCase()))) return true;
  return pathsIn(payload).some((path) => momentAt(payload, path) === occurredAt);
}

function momentAt(payload: unknown, path: Path): string | undefined {
  const value = valueAt(payload, path);
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return readMoment(String(value));
}

/** The facts that decide status and suppression. */
function meaningOf({ type, messageId, recipient, occurredAt, ...event }: EmailEvent) {
  const { blames, scope } = { blames: undefined, scope: undefined, ...event };
  // Without a name of its own, a message has that of the event, which is a digest of the payload.
  const message = messageId.startsWith('unnamed#') ? undefined : messageId;
  return { type, message, recipient, second: occurredAt.slice(0, 19), blames, scope };
}

/** A moment in other forms than the documented one. */
function otherForms(moment: string): (string | number)[] {
  const millis = Date.parse(moment);
  const local = new Date(millis + 3_600_000).toISOString().slice(0, 19);
  return [
    millis,
    String(millis),
    millis / 1000,
    String(millis / 1000),
    moment,
    `${local}+01:00`,
    `${moment.slice(0, 10)} ${moment.slice(11, 19)}`,
    new Date(millis).toUTCString(),
  ];
}

const strangeValues: readonly unknown[] = [
  null,
  {},
  { toString: 1 },
  [],
  [[]],
  '',
  ' ',
  true,
  -1,
  1e300,
  'x'.repeat(5_000),
  '\ud800',
  'constructor',
];

const normalizerOf = normalizersWith({});

describe.each(manifests.map(({ name }) => name))('an event of %s', (provider) => {
  const normalizer = normalizerOf(provider);
  if (!normalizer) throw new Error(`${provider} has no normalizer`);
  const events = eventsOf(provider, normalizer);
  const places = events.flatMap((event) =>
    pathsIn(event.payload).map((path) => ({
      event,
      path,
      value: valueAt(event.payload, path),
      /** Whether what is left beside this place is enough to keep the event. */
      isDispensable: saysSomething(event, without(event.payload, path)),
    })),
  );

  const expectKept = ({ event, path }: (typeof places)[number], payload: unknown, change: unknown) => {
    const { events: found, unreadable } = readAgain(normalizer, event, payload);
    // In the place of a time, a number that is larger than any time is one of the far future.
    if (change === 1e300 && unreadable.some(({ reason }) => reason === laterThanBelievable)) return;
    // Comparing takes longer than reading, so it is left to failures.
    if (found.length === 0 || unreadable.length > 0)
      expect([path, change, unreadable, found.length]).toEqual([path, change, [], 'at least one']);
  };

  it('is in its payload files or in its guide', () => {
    expect(events.length).toBeGreaterThan(0);
  });

  it('is kept if a field is missing', () => {
    for (const place of places.filter(({ isDispensable }) => isDispensable))
      expectKept(place, without(place.event.payload, place.path), 'missing');
  });

  it('is kept if a field has another type', () => {
    for (const place of places.filter(({ isDispensable }) => isDispensable))
      for (const strange of [...strangeValues, [place.value], { value: place.value }])
        expectKept(place, withValue(place.event.payload, place.path, strange), strange);
  });

  it('means the same if a number is a string, or a string of digits a number', () => {
    for (const { event, path, value } of places) {
      const isNumber = typeof value === 'number';
      const isDigits = typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value);
      if (!isNumber && !isDigits) continue;
      const payload = withValue(event.payload, path, isNumber ? String(value) : Number(value));
      const again = readAgain(normalizer, event, payload).events.map(meaningOf);
      expect([path, again]).toEqual([path, expect.arrayContaining([meaningOf(event)])]);
    }
  });

  it('happened at the same time if the time is written in another form', () => {
    for (const { event, path } of places) {
      const moment = momentAt(event.payload, path);
      if (moment === undefined || moment < '2020' || moment > '2030') continue;
      for (const form of otherForms(`${moment.slice(0, 19)}.000Z`)) {
        const payload = withValue(event.payload, path, form);
        const again = readAgain(normalizer, event, payload).events.map(meaningOf);
        expect([path, form, again]).toEqual([path, form, expect.arrayContaining([meaningOf(event)])]);
      }
    }
  });

  it('is kept as unknown, or as what else it says, if its class is new', () => {
    for (const place of places) {
      const { event, path, value } = place;
      if (typeof value !== 'string' || value.toLowerCase() !== event.providerType.toLowerCase()) continue;
      expectKept(place, withValue(event.payload, path, 'a class of next year'), 'a new class');
    }
  });
});
