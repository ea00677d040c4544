import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredFacts } from '../../app/ports/lake.ts';
import { isNewer } from '../../client/is-newer.ts';
import { announcedTypes } from '../../core/announced-types.ts';
import type { EmailEvent } from '../../core/email-event.ts';
import { foldStatus } from '../../core/fold-status.ts';
import { announcedId, announcementOf } from '../../fanout/announcement.ts';
import { eventSchemas } from '../../fanout/event-schema.ts';
import { anEvent, anyEvents } from '../support/events.ts';

const stored = (event: EmailEvent): StoredFacts => ({
  ...event,
  receivedAt: '2026-01-01T00:00:02.000Z',
  storedAt: '2026-01-01T00:00:03.000Z',
});
const told = (event: EmailEvent) => announcementOf(stored(event));

/** As strict as it gets: a field that no schema has is a mistake here, though not for a receiver. */
const schemaByType = new Map(
  Object.values(eventSchemas).map((schema) => {
    const { type, data } = schema.shape;
    return [type.value as string, schema.extend({ data: data.strict() }).strict()];
  }),
);

describe('what other programs are told of an event', () => {
  it('matches the schema of its type, whatever the event says', () => {
    fc.assert(
      fc.property(anyEvents(), (events) => {
        for (const announcement of events.map(told)) {
          const written = JSON.parse(JSON.stringify(announcement));
          expect(schemaByType.get(announcement.type)?.parse(written)).toEqual(written);
        }
      }),
    );
  });

  it('has a schema for every type, and no others', () => {
    expect([...schemaByType.keys()].toSorted()).toEqual(announcedTypes.toSorted());
  });

  it('has neither payload nor anything else that only Mailfold needs', () => {
    const announcement = told({ ...anEvent({ type: 'delivered' }), payload: { secret: 'of the provider' } });
    expect(JSON.stringify(announcement)).not.toContain('of the provider');
    expect(announcement.data).not.toHaveProperty('storedAt');
  });

  it('says by its type whether address or message caused a drop, as Resend does', () => {
    const dropped = (blames: 'address' | 'message') =>
      told({ ...anEvent({ type: 'dropped' }), blames } as EmailEvent).type;
    expect([dropped('address'), dropped('message')]).toEqual(['email.suppressed', 'email.failed']);
  });

  it('fits onto the bus, however long the answer of a mail server is', () => {
    const long = 'x'.repeat(300_000);
    const failure = { diagnostic: long, reason: long, tags: [long] };
    const announcement = told({ ...anEvent({ type: 'hard_bounce' }), ...failure } as EmailEvent);
    expect(announcement.data).toMatchObject({ diagnostic: expect.stringMatching(/^x{2000}/) });
    expect(JSON.stringify(announcement).length).toBeLessThan(20_000);
  });
});

describe('the id', () => {
  it('is the same for the same provider and event, and another for every other', () => {
    expect(announcedId('sendgrid', 'a')).toBe(announcedId('sendgrid', 'a'));
    const ids = [announcedId('sendgrid', 'a'), announcedId('ses', 'a'), announcedId('sendgrid', 'b')];
    expect(new Set(ids).size).toBe(3);
  });

  it('does not run provider and event together, and has no dot, which would end it in a signed string', () => {
    expect(announcedId('a', 'bc')).not.toBe(announcedId('ab', 'c'));
    expect(announcedId('a', 'bc')).toMatch(/^evt_[\w-]{32}$/);
  });
});

describe('a receiver that keeps what is newer', () => {
  it('has the status that Mailfold has, in whatever order and however often it is told', () => {
    fc.assert(
      fc.property(anyEvents(), fc.infiniteStream(fc.nat()), (events, order) => {
        const [first] = events;
        const one = events.filter(
          ({ messageId, recipient }) => messageId === first?.messageId && recipient === first?.recipient,
        );
        const shuffled = [...one, ...one]
          .map((event) => ({ event, place: order.next().value as number }))
          .sort((a, b) => a.place - b.place);
        let row: { type: string; precedence: string } | undefined;
        for (const announcement of shuffled.map(({ event }) => told(event)))
          if (isNewer(announcement, row?.precedence))
            row = { type: announcement.type, precedence: announcement.data.precedence };
        const status = one.reduce<ReturnType<typeof foldStatus>>(foldStatus, undefined);
        expect(row?.precedence).toBe(status?.precedence);
      }),
    );
  });
});

describe('docs/events.schema.json', () => {
  it('has every type', () => {
    const { $defs } = JSON.parse(
      readFileSync(new URL('../../docs/events.schema.json', import.meta.url), 'utf8'),
    );
    const types = Object.values($defs as Record<string, { properties: { type: { const: string } } }>).map(
      ({ properties }) => properties.type.const,
    );
    expect(types.toSorted()).toEqual([...announcedTypes, 'webhook.test'].toSorted());
  });
});
