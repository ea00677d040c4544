import type { EmailEvent } from '../../core/email-event.ts';
import { toMessageId } from '../../core/ids.ts';
import { momentFromEpoch } from '../../core/moment.ts';
import { digestOf, unnamedMessage } from '../event-id.ts';
import { canonical, type JsonObject, objectIn, requireText, textOf, textsOf } from '../json.ts';
import { machineVerdict } from '../machine.ts';
import { normalizeEach } from '../normalize-each.ts';
import type { Normalizer } from '../provider.ts';
import { recipientOf } from '../recipient.ts';
import { addressesIn } from './addresses.ts';
import { failureOutcome, statusIn, unsubscribedScopes } from './outcomes.ts';
import { halvesOf } from './request.ts';

export const mailgun: Normalizer = {
  normalize(request) {
    const { event } = halvesOf(request.body);
    return normalizeEach([event], toEvents, () => request.body);
  },
};

function toEvents(report: JsonObject): EmailEvent[] {
  const type = requireText(report, 'event');
  switch (type) {
    case 'accepted':
      return [{ ...factsOf(report, type, whoIn(report)), type: 'processed' }];
    case 'rejected':
      return rejectedEvents(report);
    case 'delivered':
      return [{ ...factsOf(report, type, whoIn(report)), ...answerIn(report), type: 'delivered' }];
    case 'failed':
      return [{ ...factsOf(report, type, whoIn(report)), ...answerIn(report), ...failureOutcome(report) }];
    case 'opened':
      return [{ ...factsOf(report, type, whoIn(report)), ...visitOf(report), type: 'open' }];
    case 'clicked': {
      const visit = { ...visitOf(report), url: textOf(report['url']) };
      return [{ ...factsOf(report, type, whoIn(report)), ...visit, type: 'click' }];
    }
    case 'unsubscribed':
      return unsubscribedScopes(report).map((scope) => ({
        // Here the tags tell what was left, not what the mail was about.
        ...factsOf(report, type, whoIn(report), [scope]),
        tags: undefined,
        type: 'unsubscribe',
        scope,
      }));
    case 'complained':
      return [{ ...factsOf(report, type, whoIn(report)), type: 'complaint' }];
    default:
      // Stored mail, uploaded lists, and whatever Mailgun adds next year: kept and counted, without effect.
      return [{ ...factsOf(report, type, textOf(report['recipient'])), type: 'unknown' }];
  }
}

/** Mailgun would not take the mail, so there was no recipient yet: it is about everyone the mail names. */
function rejectedEvents(report: JsonObject): EmailEvent[] {
  const named = textOf(objectIn(objectIn(report, 'message'), 'headers')['to']) ?? '';
  const addresses = addressesIn(textOf(report['recipient']) ?? named);
  return (addresses.length > 0 ? addresses : [undefined]).map((address) => ({
    ...factsOf(report, 'rejected', address),
    reason: textOf(objectIn(report, 'reject')['reason']),
    type: 'dropped',
    blames: 'message',
  }));
}

function whoIn(report: JsonObject): string {
  return requireText(report, 'recipient');
}

/** `more` tells the events apart that one report makes for one recipient. */
function factsOf(
  report: JsonObject,
  type: string,
  address: string | undefined,
  more: readonly string[] = [],
) {
  const timestamp = requireText(report, 'timestamp');
  const sendingDomain = textOf(objectIn(report, 'domain')['name']);
  const who = recipientOf(address);
  // Mailgun's id is unique within a day only, and its test events share one id and one time between types.
  const given = textOf(report['id']) ?? canonical(report);
  const id = digestOf('mailgun', type, [sendingDomain, given, timestamp, who.recipient, ...more]);
  const headers = objectIn(objectIn(report, 'message'), 'headers');
  // The send API returns it in angle brackets, events have it without.
  const messageId = textOf(textOf(headers['message-id'])?.replace(/^\s*<|>\s*$/g, ''));
  return {
    id,
    provider: 'mailgun',
    providerType: type,
    messageId: messageId ? toMessageId(messageId) : unnamedMessage('mailgun', id),
    ...who,
    occurredAt: momentFromEpoch(Number(timestamp)),
    tags: textsOf(report['tags']),
    template: textOf(objectIn(report, 'template')['name']),
    sendingDomain,
    payload: report,
  };
}

function answerIn(report: JsonObject) {
  const status = objectIn(report, 'delivery-status');
  return {
    reason: textOf(report['reason']),
    diagnostic: textOf(status['message']) ?? textOf(status['description']),
    smtpStatus: statusIn(status),
  };
}

function visitOf(report: JsonObject) {
  const client = objectIn(report, 'client-info');
  const userAgent = textOf(client['user-agent']);
  return {
    userAgent,
    ip: textOf(report['ip']),
    machine: machineVerdict(botVerdict(client['bot']), userAgent),
  };
}

/** An empty text says that it was a person; a missing one, in older events, says nothing. */
function botVerdict(bot: unknown) {
  if (typeof bot !== 'string') return undefined;
  return { likely: bot !== '', rule: `mailgun client-info.bot ${bot}`.trim() };
}
