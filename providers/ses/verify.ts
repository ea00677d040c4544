import MessageValidator from 'sns-validator';
import { isObject, type JsonObject, parseJson } from '../json.ts';
import { genuine, refused, type Verdict, type Verifier } from '../provider.ts';
import { documentedFields } from './envelope.ts';
import { NoSuchCertificate, withLimitedDownload } from './limited-download.ts';
import { isAtSnsOf, isCertificateOf } from './sns-host.ts';

type SnsMessage = Readonly<Record<string, string>>;

/** The keys are ARNs of topics. SNS signs messages for any AWS account, so a valid signature is not enough. */
export const ses: Verifier = {
  async verify(request, context) {
    const body = parse(request.body);
    if (!body) return refused('body-unreadable');
    // With raw message delivery SNS does not sign, so anyone could have sent it.
    if (!body['Signature']) return refused('not-signed');
    const message = messageIn(body);
    if (!message) return refused('body-unreadable');
    const { TopicArn = '', SigningCertURL = '' } = message;
    if (!context.keys.includes(TopicArn)) return refused('topic-not-allowed');
    if (!isCertificateOf(TopicArn, SigningCertURL)) return refused('certificate-not-trusted');
    const verdict = await checkSignature(message, SigningCertURL);
    return verdict.genuine ? nextStep(message, TopicArn) : verdict;
  },
};

/**
 * The documented fields and nothing else. sns-validator takes `SigningCertUrl` for `SigningCertURL`, so a second spelling
 * would replace what we check here. It also expects strings, and does not check for other types.
 */
function messageIn(body: JsonObject): SnsMessage | undefined {
  if (Object.keys(body).some(isMisspelled)) return undefined;
  const fields = documentedFields.map((name) => [name, body[name]]).filter(([, value]) => value != null);
  return fields.every(isReadable) ? Object.fromEntries(fields) : undefined;
}

const inLowerCase = new Set(documentedFields.map((name) => name.toLowerCase()));

function isMisspelled(name: string): boolean {
  return inLowerCase.has(name.toLowerCase()) && !documentedFields.includes(name);
}

/** SNS signs names and values as lines. A line break in a value could move the border between two fields. */
function isReadable([name, value]: readonly unknown[]): boolean {
  return typeof value === 'string' && (name === 'Message' || !value.includes('\n'));
}

function nextStep(message: SnsMessage, topicArn: string): Verdict {
  switch (message['Type']) {
    case 'Notification':
      return genuine;
    case 'SubscriptionConfirmation': {
      const url = message['SubscribeURL'] ?? '';
      if (!isAtSnsOf(topicArn, url)) return refused('certificate-not-trusted');
      return { genuine: true, next: { type: 'confirm-subscription', url, topicArn } };
    }
    case 'UnsubscribeConfirmation':
      // Visiting its URL would subscribe again.
      return acknowledged('unsubscribe-confirmation');
    default:
      return acknowledged('unknown-sns-type');
  }
}

function acknowledged(reason: string): Verdict {
  return { genuine: true, next: { type: 'acknowledge', reason } };
}

const validator = new MessageValidator();

/** Rejects while the certificate cannot be read. That becomes a 503: SNS retries after a 5xx, but not after a 4xx. */
function checkSignature(message: SnsMessage, certificateUrl: string): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    const finish = (error: Error | null) => {
      const verdict = error ? refusalFor(error) : genuine;
      if (verdict) resolve(verdict);
      else
        reject(
          new Error('ses: expected a signing certificate, found none that could be read', { cause: error }),
        );
    };
    withLimitedDownload(certificateUrl, () => validator.validate(asValidatorSigns(message), finish), finish);
  });
}

/**
 * SNS signs the token of an UnsubscribeConfirmation, between the timestamp and the topic. sns-validator leaves it out, so
 * it becomes part of the timestamp: the signed lines are then those of SNS.
 */
function asValidatorSigns(message: SnsMessage): Record<string, string> {
  if (message['Type'] !== 'UnsubscribeConfirmation') return { ...message };
  return { ...message, Timestamp: `${message['Timestamp']}\nToken\n${message['Token']}` };
}

function refusalFor(error: Error): Verdict | undefined {
  if (error instanceof NoSuchCertificate) return refused('certificate-not-trusted');
  if (/signature is invalid/.test(error.message)) return refused('signature-mismatch');
  if (/required keys|signature version/.test(error.message)) return refused('body-unreadable');
  return /invalid domain/.test(error.message) ? refused('certificate-not-trusted') : undefined;
}

function parse(body: Buffer): JsonObject | undefined {
  try {
    const value = parseJson(body.toString());
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
