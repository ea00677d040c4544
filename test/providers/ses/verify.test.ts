import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { simulate, snsRequest } from '../../../providers/ses/simulate.ts';
import { ses } from '../../../providers/ses/verify.ts';
import { serveCertificates } from '../../support/sns.ts';

const { signingKey } = simulate.makeKeys();
const topicArn = 'arn:aws:sns:us-east-1:123456789012:ses-events';
const context = { keys: [topicArn], now: new Date('2026-01-01T00:00:10Z'), toleranceSeconds: 300 };
const notification = {
  Type: 'Notification',
  MessageId: '22b80b92-0000-4000-8000-000000000001',
  TopicArn: topicArn,
  Message: '{"eventType":"Send"}',
  Timestamp: '2026-01-01T00:00:00.000Z',
};
const subscribeUrl = `https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topicArn}&Token=abc`;
const confirmation = {
  ...notification,
  Type: 'SubscriptionConfirmation',
  Message: 'confirm me',
  Token: 'abc',
  SubscribeURL: subscribeUrl,
};

const verify = (fields: Record<string, string>, version?: '1' | '2') =>
  ses.verify(snsRequest(fields, signingKey, version), context);
const raw = (value: unknown) => ({
  headers: {},
  body: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
});

afterEach(() => vi.restoreAllMocks());

describe('an SNS message over HTTPS', () => {
  it.each(['1', '2'] as const)('is genuine with signature version %s', async (version) => {
    serveCertificates([signingKey]);
    const message = { ...notification, Subject: 'Amazon SES Email Event Notification' };
    expect(await verify(message, version)).toEqual({ genuine: true, next: { type: 'enqueue' } });
  });

  it('is refused when anything that SNS signed has changed', async () => {
    serveCertificates([signingKey]);
    for (const field of ['Message', 'MessageId', 'Timestamp', 'Subject']) {
      const message = JSON.parse(snsRequest(notification, signingKey).body.toString());
      expect(await ses.verify(raw({ ...message, [field]: 'changed' }), context)).toEqual({
        genuine: false,
        reason: 'signature-mismatch',
      });
    }
  });

  it('is refused from a topic that is not on the list, even with a valid signature', async () => {
    const certificates = serveCertificates([signingKey]);
    const squatting = { ...notification, TopicArn: 'arn:aws:sns:us-east-1:999999999999:ses-events' };
    expect(await verify(squatting)).toEqual({ genuine: false, reason: 'topic-not-allowed' });
    expect(certificates).not.toHaveBeenCalled();
  });

  it.each([
    'https://evil.example.com/SimpleNotificationService-1.pem',
    'http://sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.us-east-1.amazonaws.com.evil.example/SimpleNotificationService-1.pem',
    'https://user@sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem?another=.pem',
    'https://sns.us-east-1.amazonaws.com/other.pem',
    'not a url',
  ])('is refused when its certificate would come from %s', async (SigningCertURL) => {
    const certificates = serveCertificates([signingKey]);
    expect(await verify({ ...notification, SigningCertURL })).toEqual({
      genuine: false,
      reason: 'certificate-not-trusted',
    });
    expect(certificates).not.toHaveBeenCalled();
  });

  it('is verified with a certificate that is fetched once', async () => {
    const fresh = simulate.makeKeys().signingKey;
    const certificates = serveCertificates([fresh]);
    for (let time = 0; time < 3; time += 1) await ses.verify(snsRequest(notification, fresh), context);
    expect(certificates).toHaveBeenCalledTimes(1);
  });

  it('is refused with raw delivery, because it is not signed', async () => {
    expect(await ses.verify(raw({ eventType: 'Send' }), context)).toEqual({
      genuine: false,
      reason: 'not-signed',
    });
  });

  it('is refused when it is not a JSON object', async () => {
    for (const body of ['', 'text', '[]', 'null']) {
      expect(await ses.verify(raw(body), context)).toEqual({ genuine: false, reason: 'body-unreadable' });
    }
  });

  it('leads to the confirmation of a subscription, only at the host of the topic', async () => {
    serveCertificates([signingKey]);
    const step = { type: 'confirm-subscription', url: subscribeUrl, topicArn };
    expect(await verify(confirmation)).toEqual({ genuine: true, next: step });
    const elsewhere = {
      ...confirmation,
      SubscribeURL: 'https://evil.example.com/?Action=ConfirmSubscription',
    };
    expect(await verify(elsewhere)).toMatchObject({ genuine: false });
  });

  it('about an ended subscription is acknowledged, and its URL is not visited', async () => {
    const certificates = serveCertificates([signingKey]);
    const ended = await verify({ ...confirmation, Type: 'UnsubscribeConfirmation' });
    expect(ended).toEqual({
      genuine: true,
      next: { type: 'acknowledge', reason: 'unsubscribe-confirmation' },
    });
    expect(certificates).not.toHaveBeenCalled();
  });

  it('throws while the certificate cannot be fetched, so that SNS retries', async () => {
    for (const fault of [{ error: new Error('ECONNREFUSED') }, { status: 500 }]) {
      // Certificates are cached by URL, and each key has its own URL.
      const unreachable = simulate.makeKeys().signingKey;
      serveCertificates([unreachable], fault);
      await expect(ses.verify(snsRequest(notification, unreachable), context)).rejects.toThrow(
        'expected a signing certificate, found none that could be read',
      );
      vi.restoreAllMocks();
    }
  });
});

describe('the string that SNS signs', () => {
  // Lengths and digests were computed from Amazon's description, because there is no published example.
  const common = {
    TopicArn: 'arn:aws:sns:eu-west-1:123456789012:ses-events',
    Timestamp: '2026-01-01T00:00:00.000Z',
  };
  const plain = {
    ...common,
    Type: 'Notification',
    MessageId: '22b80b92-0000-4000-8000-000000000001',
    Message: '{"eventType":"Send"}',
  };
  const euTopicUrl =
    'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:eu-west-1:123456789012:ses-events&Token=abc';
  it.each([
    [plain, 184, 'f532be0c7daf0843d20ca0bda9c00d03a218aac1c1e117007dee07f2174c3b3e'],
    [
      { ...plain, Subject: 'Amazon SES Email Event Notification' },
      228,
      'acc06b15150d31e307acaf5f3a7a07307ac43f463ca24aab20860130e0c51f9a',
    ],
    [
      {
        ...common,
        Type: 'SubscriptionConfirmation',
        MessageId: '22b80b92-0000-4000-8000-000000000002',
        Message: 'confirm me',
        Token: 'abc',
        SubscribeURL: euTopicUrl,
      },
      338,
      'a68e915029124c01c35ebd7365b277304f28ed46e1a6eb269de834772664a7b8',
    ],
  ])('is each field and its value, in order: %#', async (message, length, digest) => {
    const names = [
      'Message',
      'MessageId',
      'Subject',
      'SubscribeURL',
      'Timestamp',
      'Token',
      'TopicArn',
      'Type',
    ];
    const fields: Record<string, string> = message;
    const text = names
      .filter((name) => name in fields)
      .map((name) => `${name}\n${fields[name]}\n`)
      .join('');
    expect([text.length, createHash('sha256').update(text).digest('hex')]).toEqual([length, digest]);
    // The simulator signs exactly this string, and sns-validator accepts it.
    serveCertificates([signingKey]);
    const SigningCertURL = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-vectors.pem';
    const verdict = await ses.verify(snsRequest({ ...fields, SigningCertURL }, signingKey), {
      ...context,
      keys: [common.TopicArn],
    });
    expect(verdict.genuine).toBe(true);
  });
});
