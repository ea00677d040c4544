import { describe, expect, it } from 'vitest';
import type { StoredFacts } from '../../app/ports/lake.ts';
import { type DimensionSettings, noDimensionSettings } from '../../core/dimension-settings.ts';
import type { Dimension } from '../../core/email-event.ts';
import { lakeHashes, rememberingHashes } from '../../lake/lake-hashes.ts';
import { toldRow } from '../../lake/told-row.ts';
import { aFact } from '../support/told.ts';

type Circumstances = {
  readonly settings?: Partial<DimensionSettings>;
  readonly alwaysTold?: readonly Dimension[];
  readonly ownKey?: string;
};

function rowOf(facts: StoredFacts, { settings, alwaysTold, ownKey = 'a key' }: Circumstances = {}) {
  return toldRow(facts, {
    hashes: lakeHashes(ownKey),
    settings: { ...noDimensionSettings, ...settings },
    isAlwaysTold: (_, dimension) => alwaysTold?.includes(dimension) ?? true,
  });
}

describe('the row of an event', () => {
  it('names nobody: no address, diagnostic, IP, user agent or query', () => {
    const row = rowOf(
      aFact({
        type: 'click',
        recipient: 'ana.secret@example.com',
        recipientAsGiven: 'Ana.Secret@Example.com',
        url: 'https://shop.example/cart?who=ana.secret@example.com#ana',
        userAgent: 'Mozilla/5.0',
        ip: '203.0.113.5',
        tags: ['welcome', 'ana.secret@example.com'],
        metadata: { customer: 'ana.secret@example.com', order: '4711' },
      }),
      { settings: { metadata: ['customer'] } },
    );
    const text = JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    expect(text).not.toMatch(/secret|203\.0|Mozilla|who=|4711/);
    expect(row).toMatchObject({
      link: 'https://shop.example/cart',
      recipient_domain: 'example.com',
      tags: ['welcome'],
      metadata: null,
    });
  });

  it('has the same unit for all events of a send, and another for any other send', () => {
    const unit = (facts: Partial<StoredFacts>, ownKey?: string) => rowOf(aFact(facts), { ownKey }).unit;
    const usual = unit({ type: 'delivered' });
    expect(unit({ type: 'hard_bounce' })).toBe(usual);
    const others = [
      unit({ provider: 'ses' }),
      unit({ messageId: 'm2' as never }),
      unit({ recipient: 'ben@example.com' as never }),
      unit({}, 'another key'),
      // Parts that only look alike when they are joined.
      unit({ messageId: 'm1\0a' as never, recipient: 'na@example.com' as never }),
    ];
    expect(new Set([usual, ...others]).size).toBe(6);
  });

  it('is the same person under any spelling that an earlier version stored', () => {
    const person = (recipient: string) => rowOf(aFact({ recipient: recipient as never })).person;
    expect(person('Ana@EXAMPLE.com')).toBe(person('ana@example.com'));
    expect(person('ana@b\u00fccher.example')).toBe(person('ana@xn--bcher-kva.example'));
  });

  it('knows whose mailbox it is, in every country, and by the whole name of the service', () => {
    const mailbox = (domain: string) => rowOf(aFact({ recipient: `ana@${domain}` as never })).mailbox;
    expect(['gmail.com', 'hotmail.de', 'yahoo.co.uk', 'live.com.mx', 'me.com'].map(mailbox)).toEqual([
      'gmail',
      'outlook',
      'yahoo',
      'outlook',
      'apple',
    ]);
    expect(['yahoo.example', 'mail.yahoo', 'yahoo', 'live.com.mx.example'].map(mailbox)).toEqual(
      Array(4).fill('other'),
    );
    // Anyone can sign up with such an address, and a row that cannot be written would hold up the stream.
    expect(['constructor', '__proto__', 'constructor.de'].map(mailbox)).toEqual(Array(3).fill('other'));
  });

  it('has the same hashes when they are remembered', () => {
    const remembering = rememberingHashes(lakeHashes('a key'));
    const plain = lakeHashes('a key');
    for (const message of ['m1', 'm2', 'm1'])
      for (const recipient of ['ana@example.com', 'ben@example.com', 'ana@example.com']) {
        expect(remembering.unit('ses', message, recipient)).toBe(plain.unit('ses', message, recipient));
        expect(remembering.person(recipient)).toBe(plain.person(recipient));
      }
  });

  it('is without a person when the provider names no recipient', () => {
    const { recipient: _, ...facts } = aFact({ type: 'open' });
    expect(rowOf(facts as StoredFacts)).toMatchObject({
      person: null,
      recipient_domain: null,
      mailbox: null,
    });
  });

  it.each([
    ['mailto:ana@example.com', null],
    ['not a link', null],
    ['https://a.example/unsubscribe/ana%40example.com', 'https://a.example/'],
    ['https://user:secret@a.example/x', 'https://a.example/x'],
    ['HTTPS://A.example:443/Path?x=1', 'https://a.example/Path'],
  ])('has of the link %s only %s', (url, link) => {
    expect(rowOf(aFact({ type: 'click', url })).link).toBe(link);
  });

  it('knows whether a machine opened, did not, or that nobody said', () => {
    const machine = (likely?: boolean) =>
      rowOf(aFact({ type: 'open', ...(likely !== undefined && { machine: { likely, rule: 'a rule' } }) }));
    expect([machine(true), machine(false), machine()].map((row) => row.machine)).toEqual([true, false, null]);
    expect(machine(true).rule).toBe('a rule');
  });

  it('can be made of an event with unreadable times', () => {
    expect(rowOf(aFact({ receivedAt: 'yesterday', sentAt: 'soon' as never }))).toMatchObject({
      received_at: null,
      sent_at: null,
    });
  });
});

describe('a dimension', () => {
  const told = {
    stream: 'news',
    template: 'welcome',
    templateVersion: '3',
    tags: ['a', 'b', 'a'],
    sendingDomain: 'mail.example',
    ipPool: 'shared',
  };

  it('is in the row when the provider tells it with every event', () => {
    expect(rowOf(aFact(told))).toMatchObject({
      stream: 'news',
      template: 'welcome',
      template_version: '3',
      tags: ['a', 'b'],
      sending_domain: 'mail.example',
      ip_pool: 'shared',
    });
  });

  it('is left out when the provider tells it only sometimes: with bad news alone it would bias every rate', () => {
    expect(rowOf(aFact({ ...told, type: 'hard_bounce' }), { alwaysTold: ['stream'] })).toMatchObject({
      stream: 'news',
      template: null,
      tags: null,
      sending_domain: null,
    });
  });

  it('can come from a setting: tag before stream, and one for all other mail', () => {
    const sendingDomains = {
      postmark: {
        streams: { outbound: 'out.example', broadcast: 'news.example' },
        tags: { invoice: 'pay.example' },
        otherwise: 'rest.example',
      },
    };
    const domain = (facts: Partial<StoredFacts>, alwaysTold: readonly Dimension[] = ['stream', 'tags']) =>
      rowOf(aFact({ provider: 'postmark', ...facts }), { settings: { sendingDomains }, alwaysTold })
        .sending_domain;
    expect(domain({ stream: 'broadcast' })).toBe('news.example');
    expect(domain({ stream: 'broadcast', tags: ['x', 'invoice'] })).toBe('pay.example');
    expect(domain({ stream: 'constructor' })).toBe('rest.example');
    expect(domain({ provider: 'ses', stream: 'broadcast' })).toBeNull();
    // A stream that is told only sometimes cannot decide.
    expect(domain({ stream: 'broadcast' }, [])).toBe('rest.example');
  });

  it('can come from the server, which only some events tell: the others then leave it open', () => {
    const sendingDomains = { postmark: { servers: { 23: 'a.example' }, otherwise: 'rest.example' } };
    const domain = (facts: object) =>
      rowOf(aFact({ provider: 'postmark', ...facts }), { settings: { sendingDomains } }).sending_domain;
    expect(domain({ server: '23' })).toBe('a.example');
    expect(domain({ server: '24' })).toBe('rest.example');
    expect(domain({})).toBeNull();
  });

  it('can come from a custom argument of the send, which is more exact than a setting', () => {
    const settings = {
      sendingDomains: { ses: { otherwise: 'rest.example' } },
      fromMetadata: { domain: 'from', 'template-version': 'tv' },
    };
    const facts = { provider: 'ses', metadata: { from: 'own.example', tv: '7' } };
    expect(rowOf(aFact(facts), { settings })).toMatchObject({
      sending_domain: 'own.example',
      template_version: '7',
    });
    expect(rowOf(aFact(facts), { settings, alwaysTold: [] })).toMatchObject({
      sending_domain: 'rest.example',
      template_version: null,
    });
  });

  it('can be any custom argument that is chosen, and no other', () => {
    const metadata = { campaign: 'spring "26"', tenant: 't1' };
    expect(rowOf(aFact({ metadata }), { settings: { metadata: ['campaign', 'plan'] } }).metadata).toBe(
      '{"campaign":"spring \\"26\\""}',
    );
    expect(rowOf(aFact({ metadata })).metadata).toBeNull();
  });
});
