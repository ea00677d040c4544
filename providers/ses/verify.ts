import MessageValidator from 'sns-validator';
import { isObject, type JsonObject, parseJson, stringOf } from '../json.ts';
import { genuine, refused, type Verdict, type Verifier } from '../provider.ts';
import { signedFields } from './envelope.ts';

/** A timeout is thrown and so becomes a 503: SNS retries after a 5xx, but drops the message on a 4xx. */
const certificateTimeoutMillis = 5_000;

/** The keys are ARNs of topics. SNS signs messages for any AWS account, so a valid signature is not enough. */
export const ses: Verifier = {
  async verify(request, context) {
    const envelope = parse(request.body);
    if (!envelope || !hasOnlyStrings(envelope)) return refused('body-unreadable');
    // With raw message delivery SNS does not sign, so anyone could have sent it.
    if (!stringOf(envelope['Signature'])) return refused('not-signed');
    const topicArn = stringOf(envelope['TopicArn']) ?? '';
    if (!context.keys.includes(topicArn)) return refused('topic-not-allowed');
    // Confirming it would subscribe again. Nothing is done with it, so its signature is not checked: sns-validator would
    // refuse it, because it ignores one of the fields that SNS signs.
    if (envelope['Type'] === 'UnsubscribeConfirmation') return acknowledged('unsubscribe-confirmation');
    if (!isCertificateOf(envelope['SigningCertURL'], topicArn)) return refused('certificate-not-trusted');
    const verdict = await checkSignature(envelope);
    return verdict.genuine ? nextStep(envelope, topicArn) : verdict;
  },
};

function nextStep(envelope: JsonObject, topicArn: string): Verdict {
  switch (envelope['Type']) {
    case 'Notification':
      return genuine;
    case 'SubscriptionConfirmation': {
      const url = stringOf(envelope['SubscribeURL']);
      if (!url || !isHostOfRegion(url, topicArn)) return refused('certificate-not-trusted');
      return { genuine: true, next: { type: 'confirm-subscription', url, topicArn } };
    }
    default:
      return acknowledged('unknown-sns-type');
  }
}

function acknowledged(reason: string): Verdict {
  return { genuine: true, next: { type: 'acknowledge', reason } };
}

/** The exact form of SNS certificate URLs. sns-validator caches certificates by URL: other URLs would fill its cache. */
function isCertificateOf(address: unknown, topicArn: string): boolean {
  if (!isHostOfRegion(address, topicArn)) return false;
  const { pathname, search, hash } = new URL(String(address));
  return /^\/SimpleNotificationService-[\w-]+\.pem$/.test(pathname) && search === '' && hash === '';
}

const signingFields = ['SignatureVersion', 'Signature', 'SigningCertURL'];

/** sns-validator expects strings and does not check for other types. */
function hasOnlyStrings(envelope: JsonObject): boolean {
  return [...signedFields, ...signingFields].every((name) => typeof (envelope[name] ?? '') === 'string');
}

/** Whether the URL is on the SNS host of the topic's region, over TLS. A certificate elsewhere could be anyone's. */
function isHostOfRegion(address: unknown, topicArn: string): boolean {
  const [, partition, , region] = topicArn.split(':');
  if (typeof address !== 'string' || !region || !URL.canParse(address)) return false;
  const suffix = partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  const { protocol, host, username } = new URL(address);
  return protocol === 'https:' && username === '' && host === `sns.${region}.${suffix}`;
}

const validator = new MessageValidator();

function checkSignature(envelope: JsonObject): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('ses: expected the signing certificate within 5 s, found no answer')),
      certificateTimeoutMillis,
    );
    validator.validate({ ...envelope }, (error) => {
      clearTimeout(timer);
      if (!error) resolve(genuine);
      else if (/signature is invalid/.test(error.message)) resolve(refused('signature-mismatch'));
      else if (/required keys|signature version/.test(error.message)) resolve(refused('body-unreadable'));
      else if (/invalid domain/.test(error.message)) resolve(refused('certificate-not-trusted'));
      else
        reject(
          new Error('ses: expected a signing certificate, found none that could be read', { cause: error }),
        );
    });
  });
}

function parse(body: Buffer): JsonObject | undefined {
  try {
    const value = parseJson(body.toString());
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
