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
    'https://sns.s3-us-west-2.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.us-east-1.amazonaws.com.cn/SimpleNotificationService-1.pem',
    'https://user@sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://:password@sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.us-east-1.amazonaws.com@evil.example.com/SimpleNotificationService-1.pem',
    'https://sns.us-east-1.amazonaws.com:8443/SimpleNotificationService-1.pem',
    'https:\\\\sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.us-east-1.amazonaws.com/x/../SimpleNotificationService-1.pem',
    'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem#.pem',
    '',
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

  it.each(['1', '2'] as const)(
    'about an ended subscription is verified and acknowledged, and its URL is not visited: signature version %s',
    async (version) => {
      serveCertificates([signingKey]);
      const ended = { ...confirmation, Type: 'UnsubscribeConfirmation' };
      expect(await verify(ended, version)).toEqual({
        genuine: true,
        next: { type: 'acknowledge', reason: 'unsubscribe-confirmation' },
      });
      const genuineEnd = JSON.parse(snsRequest(ended, signingKey, version).body.toString());
      for (const field of ['Message', 'Token', 'SubscribeURL', 'Timestamp']) {
        expect(await ses.verify(raw({ ...genuineEnd, [field]: 'changed' }), context)).toEqual({
          genuine: false,
          reason: 'signature-mismatch',
        });
      }
    },
  );

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

describe('the certificate of an SNS message', () => {
  it.each([
    ['arn:aws:sns:us-east-1:123456789012:ses', 'https://sns.us-east-1.amazonaws.com', true],
    ['arn:aws-us-gov:sns:us-gov-west-1:123456789012:ses', 'https://sns.us-gov-west-1.amazonaws.com', true],
    ['arn:aws-cn:sns:cn-north-1:123456789012:ses', 'https://sns.cn-north-1.amazonaws.com.cn', true],
    ['arn:aws-cn:sns:cn-north-1:123456789012:ses', 'https://sns.cn-north-1.amazonaws.com', false],
    ['arn:aws-iso:sns:us-iso-east-1:123456789012:ses', 'https://sns.us-iso-east-1.amazonaws.com', false],
  ])('of %s is trusted at %s: %s', async (TopicArn, origin, isTrusted) => {
    serveCertificates([signingKey]);
    const SigningCertURL = `${origin}/SimpleNotificationService-1.pem`;
    const message = snsRequest({ ...notification, TopicArn, SigningCertURL }, signingKey);
    const verdict = await ses.verify(message, { ...context, keys: [TopicArn] });
    expect(verdict).toMatchObject(isTrusted ? { genuine: true } : { reason: 'certificate-not-trusted' });
  });

  it.each([400, 403, 404])('is not trusted when SNS has none there and answers %i', async (status) => {
    const invented = simulate.makeKeys().signingKey;
    serveCertificates([invented], { status });
    expect(await ses.verify(snsRequest(notification, invented), context)).toEqual({
      genuine: false,
      reason: 'certificate-not-trusted',
    });
  });
});

/** The spellings of a name that differ in the case of one letter, and three that people really write. */
function otherSpellings(name: string): string[] {
  const flipped = [...name].map((letter, at) => {
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    return name.slice(0, at) + other + name.slice(at + 1);
  });
  const spellings = [name.replace('URL', 'Url'), name.toLowerCase(), name.toUpperCase(), ...flipped];
  return [...new Set(spellings)].filter((spelling) => spelling !== name);
}

describe('a field of an SNS message in another spelling', () => {
  const ownKey = simulate.makeKeys().signingKey;
  const evilUrl = 'https://sns.s3-us-west-2.amazonaws.com/SimpleNotificationService-evil.pem';

  it.each(otherSpellings('SigningCertURL'))(
    'cannot bring a certificate that the sender made: %s',
    async (alias) => {
      const certificates = serveCertificates([ownKey]);
      const forged = JSON.parse(snsRequest(notification, ownKey).body.toString());
      const verdict = await ses.verify(raw({ ...forged, [alias]: evilUrl }), context);
      expect(verdict).toEqual({ genuine: false, reason: 'body-unreadable' });
      expect(certificates).not.toHaveBeenCalled();
    },
  );

  it('makes the message unreadable, whichever field it is', async () => {
    serveCertificates([signingKey]);
    const message = JSON.parse(snsRequest(confirmation, signingKey).body.toString());
    for (const name of [...Object.keys(message), 'Subject', 'UnsubscribeURL']) {
      for (const alias of otherSpellings(name)) {
        const verdict = await ses.verify(raw({ ...message, [alias]: 'x' }), context);
        expect(verdict, alias).toEqual({ genuine: false, reason: 'body-unreadable' });
      }
    }
  });

  it('does not matter when it is no field of SNS', async () => {
    serveCertificates([signingKey]);
    const message = JSON.parse(snsRequest(notification, signingKey).body.toString());
    const verdict = await ses.verify(raw({ ...message, MessageAttributes: {}, __proto__x: 1 }), context);
    expect(verdict.genuine).toBe(true);
  });
});

describe('the border between two fields of an SNS message', () => {
  it('cannot be moved by line breaks', async () => {
    serveCertificates([signingKey]);
    const signed = { ...notification, Subject: 'S' };
    const { Subject, MessageId, ...message } = JSON.parse(snsRequest(signed, signingKey).body.toString());
    const moved = { ...message, MessageId: `${MessageId}\nSubject\n${Subject}` };
    expect(await ses.verify(raw(moved), context)).toEqual({ genuine: false, reason: 'body-unreadable' });
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
