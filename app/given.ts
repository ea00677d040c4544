import { addDays, type Day, dayCount, parseDay } from '../core/day.ts';
import {
  type EventId,
  isEventId,
  type MessageId,
  maxEventIdLength,
  maxMessageIdBytes,
  messageIdsIn,
  parseAddress,
  toEventId,
} from '../core/ids.ts';
import { type Moment, momentFromText } from '../core/moment.ts';
import { dimensionNames, parseDimension, type SendDimension } from '../core/send-dimension.ts';
import { allScopes, type Cause, causes, maxScopeLength } from '../core/suppression.ts';
import { type AskedAddress, askedAddress, listedAddress } from './address-history.ts';
import { type Answer, answer, notAnAddress, type RefusalCode, refuse } from './answer.ts';

/** What a request may contain. The OpenAPI document and --help name the same limits. */
export const limits = {
  scopeCharacters: maxScopeLength,
  reasonCharacters: 1_000,
  /** Long enough for the ARN of an API caller. */
  nameCharacters: 1_000,
  messageIdBytes: maxMessageIdBytes,
  requestIdCharacters: maxEventIdLength,
  eventIdCharacters: maxEventIdLength,
  addresses: 100,
  /** Lines that one request imports. */
  importedLines: 100,
  /** Suppressed addresses that are counted for each cause. */
  countedAddresses: 1_000,
  pageSize: 100,
  defaultPageSize: 20,
  /** Events of a recipient that an answer about a message lists. */
  eventsPerRecipient: 50,
  /** Days of a question about statistics. */
  statsDays: 400,
  defaultStatsDays: 14,
  /** Values of a dimension that get a row of their own. */
  statsGroups: 50,
  /** How old an answer about statistics may be. */
  statsAgeMinutes: 1_440,
  defaultStatsAgeMinutes: 1,
} as const;

/** Combines the parts of a request: all of their values, or the first refusal. */
export function together<Parts extends Record<string, unknown>>(
  parts: {
    readonly [Name in keyof Parts]: Answer<Parts[Name]>;
  },
): Answer<Parts> {
  const values: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(parts)) {
    if (!part.ok) return part;
    values[name] = part.value;
  }
  return answer(values as Parts);
}

/** Applies a rule to a part that can be left out. */
export function ifGiven<Given, Value>(
  given: Given | undefined,
  rule: (given: Given) => Answer<Value>,
): Answer<Value | undefined> {
  return given === undefined ? answer(undefined) : rule(given);
}

export function givenAddress(text: string): Answer<AskedAddress> {
  const asked = askedAddress(text);
  return asked ? answer(asked) : notAnAddress;
}

/** Whoever asks about it answers for a stray one only if there is something to tell. */
export function givenListedAddress(text: string): Answer<AskedAddress> {
  const asked = listedAddress(text);
  return asked ? answer(asked) : notAnAddress;
}

export function givenAddresses(
  texts: readonly string[],
  read: (text: string) => AskedAddress | undefined = askedAddress,
): Answer<readonly AskedAddress[]> {
  if (texts.length < 1 || texts.length > limits.addresses)
    return refuse('addresses-invalid', `expected 1 to ${limits.addresses} addresses`);
  const addresses = texts.map(read);
  const wrong = addresses.indexOf(undefined);
  if (wrong < 0) return answer(addresses.filter((address) => address !== undefined));
  return notAnAddressOf(wrong, texts.length);
}

/** Says which of several is not an address. */
export function notAnAddressOf(index: number, total: number): typeof notAnAddress {
  const { code, detail } = notAnAddress.refusal;
  return total === 1 ? notAnAddress : refuse(code, `address ${index + 1} of ${total}: ${detail}`);
}

/** The ids under which the message may be stored: whoever asks looks under one after the other. */
export function givenMessageId(text: string): Answer<readonly [MessageId, ...MessageId[]]> {
  const [first, ...others] = messageIdsIn(text);
  return first
    ? answer([first, ...others])
    : refuse('message-id-invalid', `expected a message id of 1 to ${inWords(limits.messageIdBytes)} bytes`);
}

/** Scopes and streams are names of the same kind: a stream is in a scope when the names are equal. */
export function givenScope(text: string = allScopes): Answer<string> {
  return givenText(text, 'scope-invalid', 'scope', limits.scopeCharacters);
}

export function givenStream(text: string): Answer<string> {
  return givenText(text, 'stream-invalid', 'stream', limits.scopeCharacters);
}

export function givenReason(text: string): Answer<string> {
  return givenText(text, 'reason-invalid', 'reason', limits.reasonCharacters);
}

/** The name of the person or program that makes the request. */
export function givenName(text: string): Answer<string> {
  return givenText(text, 'name-invalid', 'name', limits.nameCharacters);
}

/** The id of a request that changes something. What it records has the same id, so that a repeat can be recognised. */
export function givenRequestId(text: string): Answer<EventId> {
  return isEventId(text)
    ? answer(text as EventId)
    : refuse(
        'request-id-invalid',
        `expected a request id of 1 to ${limits.requestIdCharacters} printable ASCII characters without spaces`,
      );
}

export function givenPageSize(size: number = limits.defaultPageSize): Answer<number> {
  return Number.isInteger(size) && size >= 1 && size <= limits.pageSize
    ? answer(size)
    : refuse('limit-invalid', `expected a limit from 1 to ${limits.pageSize}`);
}

export function givenCause(text: string): Answer<Cause> {
  const cause = causes.find((each) => each === text);
  return cause ? answer(cause) : refuse('cause-unknown', `expected a cause: ${causes.join(', ')}`);
}

/** The part of an address behind the @, as addresses are stored. */
export function givenDomain(text: string): Answer<string> {
  const domain = parseAddress(`x@${text.trim().replace(/^@/, '')}`)?.split('@')[1];
  return domain ? answer(domain) : refuse('domain-invalid', 'expected a domain such as example.com');
}

export function givenEventId(text: string): Answer<EventId> {
  return isEventId(text)
    ? answer(toEventId(text))
    : refuse(
        'event-id-invalid',
        `expected an event id of 1 to ${limits.eventIdCharacters} printable ASCII characters`,
      );
}

/** A date alone means its first moment. Without an offset, the time is UTC. */
export function givenTime(text: string): Answer<Moment> {
  try {
    return answer(
      momentFromText(/^\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? `${text.trim()}T00:00:00Z` : text),
    );
  } catch {
    return refuse('time-invalid', 'expected a time such as 2026-01-31T12:00:00Z');
  }
}

/** Either a number of days that ends today, or the first and the last day. */
export function givenDays(
  period: { readonly days?: number; readonly from?: string; readonly to?: string },
  today: Day,
): Answer<{ from: Day; to: Day }> {
  const to = period.to === undefined ? today : dayOfMail(period.to);
  if (period.from !== undefined && period.days !== undefined)
    return refuse('days-invalid', 'expected either a number of days or the first day, found both');
  const days = period.days ?? limits.defaultStatsDays;
  if (!Number.isInteger(days) || days < 1 || days > limits.statsDays)
    return refuse('days-invalid', `expected a whole number of days from 1 to ${limits.statsDays}`);
  const from = period.from === undefined ? to && addDays(to, 1 - days) : dayOfMail(period.from);
  if (!from || !to) return refuse('days-invalid', 'expected a day such as 2026-01-31');
  if (from > to) return refuse('days-invalid', 'expected a first day that is not after the last');
  if (dayCount(from, to) > limits.statsDays)
    return refuse('days-invalid', `expected at most ${limits.statsDays} days`);
  return answer({ from, to });
}

/** Leaves room to count back from the first day that is accepted. */
function dayOfMail(text: string): Day | undefined {
  const day = parseDay(text);
  return day && day >= '2000' && day < '9000' ? day : undefined;
}

export function givenDimension(text: string): Answer<SendDimension> {
  const dimension = parseDimension(text);
  return dimension
    ? answer(dimension)
    : refuse(
        'dimension-unknown',
        `expected ${dimensionNames.join(', ')}, or metadata:NAME for a custom argument`,
      );
}

/** How old an earlier answer to the same question may be. */
export function givenAge(minutes: number = limits.defaultStatsAgeMinutes): Answer<number> {
  return Number.isInteger(minutes) && minutes >= 0 && minutes <= limits.statsAgeMinutes
    ? answer(minutes)
    : refuse(
        'age-invalid',
        `expected a whole number of minutes from 0 to ${inWords(limits.statsAgeMinutes)}`,
      );
}

function givenText(text: string, code: RefusalCode, what: string, most: number): Answer<string> {
  const trimmed = text.trim();
  return trimmed.length >= 1 && trimmed.length <= most
    ? answer(trimmed)
    : refuse(code, `expected a ${what} of 1 to ${inWords(most)} characters`);
}

function inWords(count: number): string {
  return count.toLocaleString('en');
}
