import { hmacSha256 } from '../hmac.ts';
import { mailOf } from '../simulated-mail.ts';
import type { SimulatedEvent } from '../simulator.ts';

type Fields = Readonly<Record<string, string>>;

const visit: Fields = {
  ip: '203.0.113.5',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'device-type': 'desktop',
};

/** The fields of the older webhooks, besides the common ones. */
const forms: Readonly<Record<string, Fields>> = {
  form_delivered: { event: 'delivered' },
  form_bounced: { event: 'bounced', code: '550', error: '5.1.1 no such user' },
  form_dropped: { event: 'dropped', reason: 'hardfail', code: '605', description: 'Not delivering' },
  form_opened: { event: 'opened', ...visit },
  form_complained: { event: 'complained' },
};

export const formKinds: readonly string[] = Object.keys(forms);

const boundary = 'mailfold-trial-boundary';

/** A bounce has a file with the mail itself, and is therefore multipart. All others are URL-encoded. */
export function formPayload(event: SimulatedEvent, address: string): Buffer {
  const { kind, messageId, at } = event;
  const mail = mailOf(event);
  const headers = [
    ...mail.tags.map((tag) => ['X-Mailgun-Tag', tag]),
    ['X-Mailgun-Variables', JSON.stringify(mail.metadata)],
  ];
  const fields = {
    ...forms[kind],
    recipient: address,
    domain: mail.sendingDomain,
    'message-headers': JSON.stringify(headers),
    'Message-Id': `<${messageId}>`,
    timestamp: String(Math.floor(at.getTime() / 1000)),
  };
  if (kind !== 'form_bounced') return Buffer.from(new URLSearchParams(fields).toString());
  const file =
    'Content-Disposition: form-data; name="attachment-1"; filename="message.mime"\r\n\r\nReceived: …';
  const parts = [...Object.entries(fields).map(([name, value]) => part(name, value)), file];
  return Buffer.from(`${parts.map((each) => `--${boundary}\r\n${each}\r\n`).join('')}--${boundary}--\r\n`);
}

function part(name: string, value: string): string {
  return `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
}

export function isForm(payload: Buffer): boolean {
  return payload.includes('timestamp') && !payload.toString().startsWith('{');
}

/** The time of the event is also the signed time, so a retry has the same. */
export function signedForm(payload: Buffer, token: string, key: string) {
  const text = payload.toString();
  const timestamp = /timestamp(?:=|"\r\n\r\n)(\d+)/.exec(text)?.[1] ?? '';
  const signature = hmacSha256(key, timestamp, token).toString('hex');
  if (!text.startsWith('--')) {
    const body = Buffer.from(`${text}&${new URLSearchParams({ token, signature })}`);
    return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body };
  }
  const more = Object.entries({ token, signature }).map(
    ([name, value]) => `--${boundary}\r\n${part(name, value)}\r\n`,
  );
  const body = Buffer.from(text.replace(`--${boundary}--`, () => `${more.join('')}--${boundary}--`));
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body };
}
