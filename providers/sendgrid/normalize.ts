import type { EmailEvent } from '../../core/email-event.ts';
import { type MessageId, toMessageId } from '../../core/ids.ts';
import { momentFromEpoch } from '../../core/moment.ts';
import { digestOf, eventIdFrom, unnamedMessage } from '../event-id.ts';
import { isObject, type JsonObject, parseBody, requireText, textOf, textsOf, toObject } from '../json.ts';
import { machineVerdict } from '../machine.ts';
import { normalizeEach } from '../normalize-each.ts';
import { type Normalizer, UnreadableBody } from '../provider.ts';
import { recipientOf } from '../recipient.ts';

export const sendgrid: Normalizer = {
  normalize(request) {
    const reports = parseBody('sendgrid', request.body);
    if (!Array.isArray(reports))
      throw new UnreadableBody('sendgrid: expected a list of events, found another JSON value');
    return normalizeEach(
      reports,
      (report) => [toEvent(toObject(report, 'the event'))],
      (report) => Buffer.from(JSON.stringify([report])),
    );
  },
};

function toEvent(report: JsonObject): EmailEvent {
  // The reference shows a capital letter here and a blank in an id there: neither means anything.
  const kind = requireText(report, 'event').trim().toLowerCase();
  const givenId = textOf(report['sg_event_id']);
  const id = givenId
    ? eventIdFrom('sendgrid', givenId.trim())
    : digestOf('sendgrid', kind, fingerprint(kind, report));
  const email = textOf(report['email']);
  const facts = {
    id,
    provider: 'sendgrid',
    providerType: kind,
    messageId: messageIdOf(report) ?? unnamedMessage('sendgrid', id),
    ...recipientOf(email),
    occurredAt: momentFromEpoch(timestampOf(report)),
    ...sendingOf(report),
    payload: report,
  };
  const failure = failureOf(report);
  switch (kind) {
    case 'processed':
      return { ...facts, type: 'processed' };
    case 'deferred':
    case 'delivered':
      return { ...facts, ...failure, type: kind };
    case 'bounce':
      return { ...facts, ...failure, type: bounceType(report) };
    case 'dropped':
      return { ...facts, ...failure, type: 'dropped', blames: blameOf(textOf(report['reason']) ?? '') };
    case 'open':
      return { ...facts, ...visitOf(report), type: 'open' };
    case 'click':
      return { ...facts, ...visitOf(report), url: textOf(report['url']), type: 'click' };
    case 'spamreport':
      return { ...facts, type: 'complaint' };
    case 'unsubscribe':
      return { ...facts, type: 'unsubscribe', scope: '*' };
    case 'group_unsubscribe':
      return { ...facts, type: 'unsubscribe', scope: requireText(report, 'asm_group_id') };
    case 'group_resubscribe':
      return { ...facts, type: 'resubscribe', scope: requireText(report, 'asm_group_id') };
    default:
      // Account events, and whatever SendGrid adds next year: kept and counted, without effect.
      return { ...facts, reason: textOf(report['type']), type: 'unknown' };
  }
}

function timestampOf(report: JsonObject): number {
  const seconds = Number(requireText(report, 'timestamp'));
  if (!Number.isFinite(seconds))
    throw new Error('expected "timestamp" to be a number of seconds, found another text');
  return seconds;
}

/** The id that the send API answered with: the left part of `sg_message_id`, and of `smtp-id` too. */
function messageIdOf(report: JsonObject): MessageId | undefined {
  const full = textOf(report['sg_message_id'])?.trim();
  if (full) {
    // Old ids contain dots of their own, so the infix of the filter is what ends the id where there is one.
    const end = [full.indexOf('.filter'), full.indexOf('.recvd'), full.indexOf('.')].find(
      (index) => index > 0,
    );
    return toMessageId(full.slice(0, end));
  }
  // Asynchronous bounces carry no sg_message_id.
  const left = textOf(report['smtp-id'])?.trim().replace(/^</, '').split('@')[0];
  return left ? toMessageId(left) : undefined;
}

function bounceType(report: JsonObject): 'hard_bounce' | 'soft_bounce' {
  const type = textOf(report['type'])?.toLowerCase();
  // SendGrid suppresses after `bounce` only: `blocked` and `expired` are temporary, whatever the SMTP code says.
  if (type) return type === 'bounce' ? 'hard_bounce' : 'soft_bounce';
  // Dashboard tests lack the type.
  return textOf(report['status'])?.startsWith('4') ? 'soft_bounce' : 'hard_bounce';
}

const faultsOfTheMessage = ['invalid smtpapi header', 'spam content', 'recipient list over package quota'];

function blameOf(reason: string): 'address' | 'message' {
  const lower = reason.trim().toLowerCase();
  return faultsOfTheMessage.some((fault) => lower.startsWith(fault)) ? 'message' : 'address';
}

function failureOf(report: JsonObject) {
  return {
    reason: textOf(report['bounce_classification']) ?? textOf(report['type']),
    // The reference says `reason` for a deferral where the wire has `response`.
    diagnostic: textOf(report['response']) ?? textOf(report['reason']),
    smtpStatus: textOf(report['status']),
  };
}

function visitOf(report: JsonObject) {
  const flag = report['sg_machine_open'];
  const given = typeof flag === 'boolean' ? { likely: flag, rule: 'sendgrid sg_machine_open' } : undefined;
  const userAgent = textOf(report['useragent']);
  return {
    userAgent,
    ip: textOf(report['ip']),
    machine: machineVerdict(given, userAgent),
  };
}

function sendingOf(report: JsonObject) {
  return {
    stream: textOf(report['asm_group_id']),
    tags: textsOf(report['category']),
    template:
      textOf(report['sg_template_name']) ?? textOf(report['sg_template_id']) ?? textOf(report['template_id']),
  };
}

/** What tells two events apart that carry no id. */
function fingerprint(kind: string, report: JsonObject): unknown[] {
  const shared = [report['sg_message_id'] ?? report['smtp-id'], report['email'], report['timestamp']];
  return [...shared, ...distinguishing(kind, report)];
}

function distinguishing(kind: string, report: JsonObject): unknown[] {
  switch (kind) {
    case 'deferred':
      return [report['attempt'], report['response']];
    case 'bounce':
    case 'dropped':
      return [report['type'], report['reason']];
    case 'open':
      return [report['ip'], report['useragent'], report['sg_machine_open']];
    case 'click': {
      // Two clicks within one second differ by the link, or by its place in the mail.
      const offset = isObject(report['url_offset']) ? report['url_offset'] : {};
      return [report['url'], offset['index'], offset['type'], report['ip']];
    }
    case 'group_unsubscribe':
    case 'group_resubscribe':
      return [report['asm_group_id']];
    default:
      return [report['type']];
  }
}
