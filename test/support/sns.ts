import { createSign, generateKeyPairSync } from 'node:crypto';
import { EventEmitter } from 'node:events';
import https from 'node:https';
import { vi } from 'vitest';

export const topicArn = 'arn:aws:sns:eu-west-1:123456789012:ses-events';
export const certificateUrl = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-test.pem';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
};

/** An envelope signed as SNS signs: key, line feed, value, line feed, for each of the fields in order. */
export function envelope(
  fields: Record<string, string> = {},
  version: '1' | '2' = '2',
): Record<string, string> {
  const message: Record<string, string> = {
    Type: 'Notification',
    MessageId: '22b80b92-0000-4000-8000-000000000001',
    TopicArn: topicArn,
    Message: '{"eventType":"Send"}',
    Timestamp: '2026-01-01T00:00:00.000Z',
    SigningCertURL: certificateUrl,
    ...fields,
  };
  const names = signedFields[message['Type'] as keyof typeof signedFields] ?? signedFields.Notification;
  const text = names.filter((name) => name in message).map((name) => `${name}\n${message[name]}\n`);
  const signature = createSign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256')
    .update(text.join(''))
    .sign(privateKey, 'base64');
  return { ...message, SignatureVersion: version, Signature: signature };
}

export function posted(message: unknown) {
  return {
    headers: { 'content-type': 'text/plain; charset=UTF-8' },
    body: Buffer.from(JSON.stringify(message)),
  };
}

/** Stands in for Amazon's certificate server, which the tests cannot reach; answers what `fault` does not forbid. */
export function serveCertificates(fault?: { status?: number; error?: Error }) {
  return vi.spyOn(https, 'get').mockImplementation(((
    _url: string,
    answer: (response: EventEmitter) => void,
  ) => {
    const request = new EventEmitter();
    setImmediate(() => {
      if (fault?.error) return request.emit('error', fault.error);
      const response = Object.assign(new EventEmitter(), { statusCode: fault?.status ?? 200 });
      answer(response);
      response.emit('data', publicKey.export({ type: 'spki', format: 'pem' }));
      return response.emit('end');
    });
    return request;
  }) as unknown as typeof https.get);
}
