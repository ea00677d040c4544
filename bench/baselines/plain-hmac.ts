import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import { canonical } from '../../providers/json.ts';
import type { WebhookRequest } from '../../providers/provider.ts';

type Secret = string | Buffer | KeyObject;

export type PlainHmac = {
  readonly provider: string;
  /** What it does in addition. */
  readonly also?: string;
  /** The bytes to sign with, from the key in the provider's dashboard. */
  readonly secretIn: (key: string) => string | Buffer;
  /** Only compares the signature: no time check, one key, one signature. */
  readonly check: (request: WebhookRequest, secret: Secret) => boolean;
};

const standard = (provider: string, prefix: string): PlainHmac => ({
  provider,
  secretIn: (key) => Buffer.from(key.slice('whsec_'.length), 'base64'),
  check({ headers, body }, secret) {
    const start = `${headers[`${prefix}-id`]}.${headers[`${prefix}-timestamp`]}.`;
    const given = headers[`${prefix}-signature`]?.slice('v1,'.length) ?? '';
    return isSame(
      createHmac('sha256', secret).update(start).update(body).digest(),
      Buffer.from(given, 'base64'),
    );
  },
});

/** The shortest possible check for each provider that signs with an HMAC. */
export const plainHmacs: readonly PlainHmac[] = [
  {
    provider: 'mailgun',
    secretIn: (key) => key,
    check: ({ body }, secret) => isMailgunSignature(JSON.parse(body.toString()).signature, secret),
  },
  {
    provider: 'mailgun',
    also: 'token bound to its event',
    secretIn: (key) => key,
    check({ body }, secret) {
      const { signature, 'event-data': event } = JSON.parse(body.toString());
      return isMailgunSignature(signature, secret) && hash('sha256', JSON.stringify(canonical(event))) !== '';
    },
  },
  standard('resend', 'svix'),
  {
    provider: 'sesmetric',
    secretIn: (key) => key,
    check({ headers, body }, secret) {
      const hmac = createHmac('sha256', secret).update(`${headers['x-sesmetric-timestamp']}.`).update(body);
      return isSame(hmac.digest(), Buffer.from(headers['x-sesmetric-signature'] ?? '', 'hex'));
    },
  },
  {
    provider: 'awardee',
    secretIn: (key) => key,
    check({ headers, body }, secret) {
      const [, time, signature] = /^t=(\d+),v1=(\w+)$/.exec(headers['x-awardee-signature'] ?? '') ?? [];
      const hmac = createHmac('sha256', secret).update(`${time}.`).update(body);
      return isSame(hmac.digest(), Buffer.from(signature ?? '', 'hex'));
    },
  },
  standard('standard-webhooks', 'webhook'),
];

type MailgunSignature = { readonly timestamp: string; readonly token: string; readonly signature: string };

function isMailgunSignature({ timestamp, token, signature }: MailgunSignature, secret: Secret): boolean {
  const hmac = createHmac('sha256', secret).update(timestamp).update(token);
  return isSame(hmac.digest(), Buffer.from(signature, 'hex'));
}

function isSame(expected: Buffer, given: Buffer): boolean {
  return expected.length === given.length && timingSafeEqual(expected, given);
}
