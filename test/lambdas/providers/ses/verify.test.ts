import { afterEach, describe, expect, it, vi } from 'vitest';
import { ses } from '../../../../lambdas/providers/ses/verify.ts';
import { envelope, posted, serveCertificates, topicArn } from '../../../support/sns.ts';

const context = { keys: [topicArn], now: new Date('2026-01-01T00:00:10Z'), toleranceSeconds: 300 };
const subscribeUrl = `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topicArn}&Token=abc`;
const confirmation = {
  Type: 'SubscriptionConfirmation',
  Message: 'confirm me',
  Token: 'abc',
  SubscribeURL: subscribeUrl,
};

afterEach(() => vi.restoreAllMocks());

describe('an SNS message over HTTPS', () => {
  it.each(['1', '2'] as const)('is genuine with signature version %s', async (version) => {
    serveCertificates();
    const message = envelope({ Subject: 'Amazon SES Email Event Notification' }, version);
    expect(await ses.verify(posted(message), context)).toEqual({ genuine: true, next: { type: 'enqueue' } });
  });

  it('is refused when anything that SNS signed has changed', async () => {
    serveCertificates();
    for (const field of ['Message', 'MessageId', 'Timestamp']) {
      const message = { ...envelope(), [field]: 'changed' };
      expect(await ses.verify(posted(message), context)).toEqual({
        genuine: false,
        reason: 'signature-mismatch',
      });
    }
  });

  it('is refused from a topic that is not on the list, however well it is signed', async () => {
    const certificates = serveCertificates();
    const squatting = envelope({ TopicArn: 'arn:aws:sns:eu-west-1:999999999999:ses-events' });
    expect(await ses.verify(posted(squatting), context)).toEqual({
      genuine: false,
      reason: 'topic-not-allowed',
    });
    expect(certificates).not.toHaveBeenCalled();
  });

  it.each([
    'https://evil.example.com/SimpleNotificationService.pem',
    'http://sns.eu-west-1.amazonaws.com/x.pem',
    'https://sns.us-east-1.amazonaws.com/x.pem',
    'https://sns.eu-west-1.amazonaws.com.evil.example/x.pem',
    'https://user@sns.eu-west-1.amazonaws.com/x.pem',
    'not a url',
  ])('is refused when its certificate would come from %s', async (SigningCertURL) => {
    const certificates = serveCertificates();
    expect(await ses.verify(posted(envelope({ SigningCertURL })), context)).toEqual({
      genuine: false,
      reason: 'certificate-not-trusted',
    });
    expect(certificates).not.toHaveBeenCalled();
  });

  it('is refused when it is raw, because nothing signs it', async () => {
    expect(await ses.verify(posted({ eventType: 'Send' }), context)).toEqual({
      genuine: false,
      reason: 'not-signed',
    });
  });

  it('is refused when it is no JSON object', async () => {
    for (const body of ['', 'text', '[]', 'null']) {
      expect(await ses.verify({ headers: {}, body: Buffer.from(body) }, context)).toEqual({
        genuine: false,
        reason: 'body-unreadable',
      });
    }
  });

  it('asks for a subscription to be confirmed, at the topic itself and nowhere else', async () => {
    serveCertificates();
    const step = { type: 'confirm-subscription', url: subscribeUrl, topicArn };
    expect(await ses.verify(posted(envelope(confirmation)), context)).toEqual({ genuine: true, next: step });
    const elsewhere = envelope({
      ...confirmation,
      SubscribeURL: 'https://evil.example.com/?Action=ConfirmSubscription',
    });
    expect(await ses.verify(posted(elsewhere), context)).toMatchObject({ genuine: false });
  });

  it('cannot be judged while the certificate is out of reach, which is no reason to drop it', async () => {
    for (const [index, fault] of [{ error: new Error('ECONNREFUSED') }, { status: 500 }].entries()) {
      serveCertificates(fault);
      // Certificates are cached by address, so each fault needs an address of its own.
      const message = envelope({
        SigningCertURL: `https://sns.eu-west-1.amazonaws.com/unreachable-${index}.pem`,
      });
      await expect(ses.verify(posted(message), context)).rejects.toThrow('certificate could not be read');
      vi.restoreAllMocks();
    }
  });
});
