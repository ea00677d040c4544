import { createHash } from 'node:crypto';
import { basicHeader } from '../credentials.ts';
import { makeCredentials } from '../simulated-keys.ts';
import { mailOf } from '../simulated-mail.ts';
import type { SimulatedEvent, SimulatedMail, Simulator } from '../simulator.ts';

type Details = {
  readonly address: string;
  readonly messageId: string;
  readonly at: string;
  readonly mail: SimulatedMail;
};

/** For each kind, the report with its own field names for recipient and time. */
const reports: Record<string, (details: Details) => object> = {
  deferred: bounce('Transient', 2, 'smtp;451 4.7.1 try again later'),
  delivered: ({ address, at, ...rest }) => ({
    ...common('Delivery', rest),
    ServerID: 23,
    Recipient: address,
    DeliveredAt: at,
    Details: 'smtp;250 2.0.0 OK',
  }),
  hard_bounce: bounce('HardBounce', 1, 'smtp;550 5.1.1 unknown user', { Inactive: true, CanActivate: true }),
  soft_bounce: bounce('SoftBounce', 4096, 'smtp;452 4.2.2 mailbox full'),
  dropped: bounce('SMTPApiError', 100007, 'the address is inactive', { Inactive: true, CanActivate: true }),
  spam_notification: bounce('SpamNotification', 512, 'smtp;550 5.7.1 looks like spam', { Inactive: true }),
  template_rendering_failed: bounce('TemplateRenderingFailed', 100010, 'the template could not be rendered'),
  manual_suppression: change({ SuppressionReason: 'ManualSuppression', Origin: 'Customer', MessageID: null }),
  hard_bounce_suppression: change({ SuppressionReason: 'HardBounce', Origin: 'Recipient' }),
  open: visit('Open', { FirstOpen: true, ReadSeconds: 5 }),
  click: visit('Click', { OriginalLink: 'https://example.com/welcome', ClickLocation: 'HTML' }),
  complaint: (details) => ({
    ...bounce('SpamComplaint', 100001, 'spam complaint', { Inactive: true })(details),
    RecordType: 'SpamComplaint',
  }),
  unsubscribe: change({ SuppressionReason: 'ManualSuppression', Origin: 'Recipient' }),
  // Postmark names no message when it reactivates an address.
  resubscribe: change({
    SuppressSending: false,
    SuppressionReason: null,
    Origin: 'Customer',
    MessageID: null,
    Tag: null,
    Metadata: {},
  }),
  auto_responder: bounce('AutoResponder', 64, 'out of office'),
  unknown: ({ address, at, ...rest }) => ({
    ...common('SomethingNew', rest),
    Recipient: address,
    HappenedAt: at,
  }),
};

function common(recordType: string, { messageId, mail }: Pick<Details, 'messageId' | 'mail'>): object {
  return {
    RecordType: recordType,
    MessageStream: mail.stream,
    MessageID: messageId,
    // A mail has one tag.
    Tag: mail.tags[0] ?? null,
    Metadata: mail.metadata,
  };
}

function bounce(type: string, code: number, text: string, more: object = {}) {
  return ({ address, at, ...rest }: Details) => ({
    ...common('Bounce', rest),
    ID: bounceId(`${type}|${rest.messageId}|${address}|${at}`),
    Type: type,
    TypeCode: code,
    Name: type,
    ServerID: 23,
    Description: 'What Postmark says to every bounce of this type.',
    Details: text,
    Email: address,
    From: `no-reply@${rest.mail.sendingDomain}`,
    BouncedAt: at,
    DumpAvailable: false,
    Inactive: false,
    CanActivate: false,
    Subject: 'Welcome',
    ...more,
  });
}

/** Postmark's ids have up to 63 bits, more than a JavaScript number can hold. */
function bounceId(text: string): unknown {
  const bits = createHash('sha256').update(text).digest().readBigUInt64BE() >> 1n;
  return JSON.rawJSON(bits.toString());
}

function visit(recordType: string, more: object) {
  return ({ address, at, ...rest }: Details) => ({
    ...common(recordType, rest),
    Recipient: address,
    ReceivedAt: at,
    UserAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    Client: { Name: 'Firefox 140.0', Company: 'Mozilla', Family: 'Firefox' },
    OS: { Name: 'Linux', Company: '', Family: 'Linux' },
    Platform: 'Desktop',
    Geo: { IP: '203.0.113.5' },
    ...more,
  });
}

function change(more: object) {
  return ({ address, at, ...rest }: Details) => ({
    ...common('SubscriptionChange', rest),
    ServerID: 23,
    Recipient: address,
    ChangedAt: at,
    SuppressSending: true,
    ...more,
  });
}

export const simulate: Simulator = {
  kinds: Object.keys(reports),
  covers: { body: false, time: false },
  makeKeys: makeCredentials,
  payloadsOf: (events) => events.flatMap((event) => event.to.map((address) => payloadOf(event, address))),
  sign(body, signingKey) {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Postmark',
      authorization: basicHeader(signingKey),
    };
    return { headers, body };
  },
};

function payloadOf(event: SimulatedEvent, address: string): Buffer {
  const { kind, messageId } = event;
  // Seven fractional digits, as Postmark writes them.
  const at = event.at.toISOString().replace('Z', '0000Z');
  const mail = mailOf(event);
  return Buffer.from(JSON.stringify(reports[kind]?.({ address, messageId, at, mail }) ?? {}));
}
