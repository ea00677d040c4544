import { type JsonObject, stringOf } from '../json.ts';

/**
 * The id that the send API returned: the first part of `sg_message_id`. Some events have only a host of SendGrid there,
 * which thousands of messages share; asynchronous bounces have no `sg_message_id` at all. `smtp-id` identifies both.
 */
export function messageIdOf(report: JsonObject): string | undefined {
  const full = stringOf(report['sg_message_id'])?.trim();
  return ((full && ownPart(full)) ?? idInSmtpId(report) ?? full) || undefined;
}

/** The part of the send itself; undefined when the id begins with the host, as in `filter0093p1las1.9128.5717FB8127.0`. */
function ownPart(full: string): string | undefined {
  // Old ids contain dots, so the id ends at `.filter` or `.recvd`, and only without them at the first dot.
  const host = [full.indexOf('.filter'), full.indexOf('.recvd')].find((index) => index > 0);
  if (host !== undefined) return full.slice(0, host);
  return /^(?:filter|recvd)/.test(full) ? undefined : full.split('.')[0] || undefined;
}

/** SendGrid's own servers make a `smtp-id` from the id of the send and their host name. Senders' ids stay whole. */
function idInSmtpId(report: JsonObject): string | undefined {
  const whole = stringOf(report['smtp-id'])
    ?.trim()
    .replace(/^<(.*)>$/, '$1');
  const [, left, host] = /^(.+)@([^@]+)$/.exec(whole ?? '') ?? [];
  return left && sendGridHost.test(host ?? '') ? left : whole || undefined;
}

const sendGridHost = /^(?:ismtpd|geopod)|(?:^|\.)sendgrid\.(?:net|com)$/i;
