import { canonical, type JsonObject, stringOf } from '../json.ts';
import { machineVerdict } from '../machine.ts';
import type { Outcome } from '../outcome.ts';
import { tableOf } from '../table.ts';
import { bounceOutcome, complaintOutcome } from './outcomes.ts';
import { subscriptionChanges } from './subscription.ts';

type SesEventType = {
  /** The key of the report that contains the details of this type. */
  readonly key: string;
  /** The key in the details that lists the recipients. Opens and clicks have no such list. */
  readonly recipients?: string;
  /** Set for types that concern all recipients of the mail. They happen at sending time and have no time of their own. */
  readonly concernsEveryone?: true;
  /** The outcomes. `recipient` is the recipient's entry when the list contains objects instead of addresses. */
  readonly becomes: (details: JsonObject, recipient: JsonObject) => readonly Outcome[];
  /** What distinguishes two events of this type, besides account, region, message and recipient. */
  readonly differsBy: (details: JsonObject, outcome: Outcome) => readonly unknown[];
};

/** The types of the Amazon SES developer guide, in its order. */
export const eventTypes = tableOf<SesEventType>({
  Bounce: {
    key: 'bounce',
    recipients: 'bouncedRecipients',
    becomes: (bounce, recipient) => [
      { ...failureOf(bounce, recipient), ...bounceOutcome(bounce, recipient) },
    ],
    differsBy: (bounce) =>
      feedbackId(bounce) ?? [bounce['timestamp'], bounce['bounceType'], bounce['bounceSubType']],
  },
  Complaint: {
    key: 'complaint',
    recipients: 'complainedRecipients',
    becomes: (complaint) => [complaintOutcome(complaint)],
    differsBy: (complaint) =>
      feedbackId(complaint) ?? [
        complaint['timestamp'],
        complaint['complaintFeedbackType'],
        complaint['complaintSubType'],
      ],
  },
  Delivery: {
    key: 'delivery',
    recipients: 'recipients',
    becomes: (delivery, recipient) => [{ ...failureOf(delivery, recipient), type: 'delivered' }],
    differsBy: (delivery) => [delivery['timestamp']],
  },
  Send: {
    key: 'send',
    concernsEveryone: true,
    becomes: () => [{ type: 'processed' }],
    differsBy: () => [],
  },
  Reject: {
    key: 'reject',
    concernsEveryone: true,
    becomes: (reject) => [{ type: 'dropped', blames: 'message', reason: stringOf(reject['reason']) }],
    differsBy: () => [],
  },
  Open: {
    key: 'open',
    becomes: (open) => [{ ...visitOf(open), type: 'open' }],
    differsBy: (open) => [open['timestamp'], open['ipAddress'], open['userAgent']],
  },
  Click: {
    key: 'click',
    becomes: (click) => [{ ...visitOf(click), type: 'click', url: stringOf(click['link']) }],
    differsBy: (click) => [
      click['timestamp'],
      click['ipAddress'],
      click['userAgent'],
      click['link'],
      canonical(click['linkTags']),
    ],
  },
  'Rendering Failure': {
    key: 'failure',
    concernsEveryone: true,
    becomes: (failure) => [
      {
        template: stringOf(failure['templateName']),
        diagnostic: stringOf(failure['errorMessage']),
        type: 'dropped',
        blames: 'message',
        reason: 'Rendering Failure',
      },
    ],
    differsBy: () => [],
  },
  DeliveryDelay: {
    key: 'deliveryDelay',
    recipients: 'delayedRecipients',
    becomes: (delay, recipient) => [
      { ...failureOf(delay, recipient), type: 'deferred', reason: stringOf(delay['delayType']) },
    ],
    differsBy: (delay) => [delay['timestamp'], delay['delayType']],
  },
  Subscription: {
    key: 'subscription',
    becomes: subscriptionChanges,
    differsBy: (subscription, change) => [
      subscription['contactList'],
      subscription['timestamp'],
      change.type,
      'scope' in change ? change.scope : '',
    ],
  },
});

/** The same bounce can come from event publishing and from an identity, in two SNS messages with one feedback id. */
function feedbackId(feedback: JsonObject): readonly string[] | undefined {
  const id = stringOf(feedback['feedbackId']);
  return id === undefined ? undefined : [id];
}

function failureOf(details: JsonObject, recipient: JsonObject) {
  return {
    diagnostic: stringOf(recipient['diagnosticCode']) ?? stringOf(details['smtpResponse']),
    smtpStatus: stringOf(recipient['status']),
  };
}

function visitOf(visit: JsonObject) {
  const userAgent = stringOf(visit['userAgent']);
  return {
    userAgent,
    ip: stringOf(visit['ipAddress']),
    machine: machineVerdict(botFlag(visit['isBotEvent']), userAgent),
  };
}

/** A missing flag means an older event, not a person. */
function botFlag(flag: unknown) {
  return flag === 'Likely' || flag === 'Unlikely'
    ? { likely: flag === 'Likely', rule: 'ses isBotEvent' }
    : undefined;
}
