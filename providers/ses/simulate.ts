import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { mailOf } from '../simulated-mail.ts';
import type { SimulatedEvent, Simulator } from '../simulator.ts';
import { signedFields } from './envelope.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

type Details = { at: string; feedbackId: string; people: { emailAddress: string }[]; template: string };

/** For each kind, the details that a report of SES event publishing has under the type's own key. */
const reports: Record<string, (details: Details) => object> = {
  processed: () => ({ eventType: 'Send', send: {} }),
  deferred: ({ at, people }) => ({
    eventType: 'DeliveryDelay',
    deliveryDelay: {
      timestamp: at,
      delayType: 'MailboxFull',
      delayedRecipients: people.map((person) => ({
        ...person,
        status: '4.2.2',
        diagnosticCode: 'smtp; 452 4.2.2 mailbox full',
      })),
    },
  }),
  delivered: ({ at, people }) => ({
    eventType: 'Delivery',
    delivery: {
      timestamp: at,
      processingTimeMillis: 812,
      recipients: people.map((person) => person.emailAddress),
      smtpResponse: '250 2.6.0 Message received',
      reportingMTA: 'a8-70.smtp-out.amazonses.com',
    },
  }),
  hard_bounce: ({ at, feedbackId, people }) => ({
    eventType: 'Bounce',
    bounce: {
      feedbackId,
      bounceType: 'Permanent',
      bounceSubType: 'General',
      timestamp: at,
      reportingMTA: 'dns; mx.example.com',
      bouncedRecipients: people.map((person) => ({
        ...person,
        action: 'failed',
        status: '5.1.1',
        diagnosticCode: 'smtp; 550 5.1.1 user unknown',
      })),
    },
  }),
  soft_bounce: ({ at, feedbackId, people }) => ({
    eventType: 'Bounce',
    bounce: {
      feedbackId,
      bounceType: 'Transient',
      bounceSubType: 'MailboxFull',
      timestamp: at,
      bouncedRecipients: people,
    },
  }),
  automatic_reply: ({ at, feedbackId, people }) => ({
    eventType: 'Bounce',
    bounce: {
      feedbackId,
      bounceType: 'Transient',
      bounceSubType: 'General',
      timestamp: at,
      bouncedRecipients: people,
    },
  }),
  dropped: ({ at, feedbackId, people }) => ({
    eventType: 'Bounce',
    bounce: {
      feedbackId,
      bounceType: 'Permanent',
      bounceSubType: 'OnAccountSuppressionList',
      timestamp: at,
      bouncedRecipients: people,
    },
  }),
  reject: () => ({ eventType: 'Reject', reject: { reason: 'Bad content' } }),
  rendering_failure: ({ template }) => ({
    eventType: 'Rendering Failure',
    failure: {
      templateName: template,
      errorMessage: "Attribute 'name' is not present in the rendering data.",
    },
  }),
  complaint: ({ at, feedbackId, people }) => ({
    eventType: 'Complaint',
    complaint: {
      feedbackId,
      complaintSubType: null,
      complaintFeedbackType: 'abuse',
      userAgent: 'ExampleCorp Feedback Loop (V0.01)',
      timestamp: at,
      arrivalDate: at,
      complainedRecipients: people,
    },
  }),
  open: ({ at }) => ({
    eventType: 'Open',
    open: { timestamp: at, ipAddress: '203.0.113.5', userAgent: browser, isBotEvent: 'Unlikely' },
  }),
  machine_open: ({ at }) => ({
    eventType: 'Open',
    open: { timestamp: at, ipAddress: '203.0.113.5', userAgent: 'Mozilla/5.0', isBotEvent: 'Likely' },
  }),
  click: ({ at }) => ({
    eventType: 'Click',
    click: {
      timestamp: at,
      ipAddress: '203.0.113.5',
      userAgent: browser,
      link: 'https://example.com/welcome',
      linkTags: null,
      isBotEvent: 'Unlikely',
    },
  }),
  unsubscribe: ({ at }) => ({
    eventType: 'Subscription',
    subscription: subscription(at, { unsubscribeAll: true }),
  }),
  resubscribe: ({ at }) => ({
    eventType: 'Subscription',
    subscription: subscription(at, { unsubscribeAll: false }),
  }),
  unknown: () => ({ eventType: 'SomethingNew', somethingNew: {} }),
};

function subscription(timestamp: string, { unsubscribeAll }: { unsubscribeAll: boolean }): object {
  const preferences = (all: boolean) => ({ unsubscribeAll: all, topicSubscriptionStatus: [] });
  return {
    contactList: 'customers',
    timestamp,
    source: 'UnsubscribeHeader',
    newTopicPreferences: preferences(unsubscribeAll),
    oldTopicPreferences: preferences(!unsubscribeAll),
  };
}

export const simulate: Simulator = {
  kinds: Object.keys(reports),
  // The signed time is that of publishing, which a late delivery does not change, so its age is not limited.
  covers: { body: true, time: false },
  makeKeys() {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return {
      signingKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      verificationKey: simulatedTopic,
    };
  },
  payloadsOf: (events) => events.map((event) => Buffer.from(JSON.stringify(reportOf(event)))),
  sign(payload, signingKey, now) {
    const message = {
      Type: 'Notification',
      MessageId: randomUUID(),
      TopicArn: simulatedTopic,
      Message: payload.toString(),
      Timestamp: now.toISOString(),
    };
    return snsRequest(message, signingKey);
  },
};

const simulatedTopic = 'arn:aws:sns:us-east-1:000000000000:mailfold-simulated';

/** A message as SNS posts it over HTTPS. The envelope is signed with an RSA key and names the URL of its certificate. */
export function snsRequest(
  message: Readonly<Record<string, string>>,
  signingKey: string,
  version: '1' | '2' = '2',
) {
  const signed = signedFields.filter((name) => name in message).map((name) => `${name}\n${message[name]}\n`);
  const algorithm = version === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
  const envelope = {
    SigningCertURL: certificateUrl(signingKey),
    ...message,
    SignatureVersion: version,
    Signature: createSign(algorithm).update(signed.join('')).sign(signingKey, 'base64'),
  };
  const headers = {
    'content-type': 'text/plain; charset=UTF-8',
    'x-amz-sns-message-type': message['Type'] ?? '',
  };
  return { headers, body: Buffer.from(JSON.stringify(envelope)) };
}

/** Each key has its own certificate URL, because verifiers may cache certificates by URL. */
export function certificateUrl(signingKey: string): string {
  const name = createHash('md5').update(signingKey).digest('hex');
  return `https://sns.us-east-1.amazonaws.com/SimpleNotificationService-${name}.pem`;
}

/** Types that happen at sending time have no time of their own. */
const atSendingTime = ['processed', 'reject', 'rendering_failure', 'unknown'];

function reportOf(event: SimulatedEvent): object {
  const { kind, to, messageId, at, sentAt = at } = event;
  const { template, stream, tags, sendingDomain, metadata } = mailOf(event);
  const timestamp = at.toISOString();
  const feedbackId = createHash('sha256')
    .update(`${kind}|${messageId}|${timestamp}`)
    .digest('hex')
    .slice(0, 32);
  const people = to.map((emailAddress) => ({ emailAddress }));
  const from = `Shop <no-reply@${sendingDomain}>`;
  return {
    ...reports[kind]?.({ at: timestamp, feedbackId, people, template }),
    mail: {
      timestamp: atSendingTime.includes(kind) ? timestamp : sentAt.toISOString(),
      messageId,
      source: from,
      sourceArn: `arn:aws:ses:us-east-1:000000000000:identity/${sendingDomain}`,
      sendingAccountId: '000000000000',
      destination: to,
      headersTruncated: false,
      commonHeaders: { from: [from], to, subject: 'Welcome' },
      tags: {
        'ses:configuration-set': [stream],
        'ses:from-domain': [sendingDomain],
        ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, [value]])),
        // Tags of SES have names.
        ...(tags.length > 0 && { tag: tags }),
      },
    },
  };
}
