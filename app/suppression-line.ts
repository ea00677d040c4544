import { isBelievable } from '../core/believable-time.ts';
import { type Address, type EventId, isEventId, parseAddress, toEventId, toMessageId } from '../core/ids.ts';
import { type Moment, momentFromMillis } from '../core/moment.ts';
import { readMoment } from '../core/read-moment.ts';
import { type Cause, causes, type Evidence } from '../core/suppression.ts';
import type { Answer } from './answer.ts';
import { givenReason, givenScope, ifGiven } from './given.ts';

/** The columns of an export. An import reads the same columns. */
export const columns = [
  'address',
  'cause',
  'scope',
  'since',
  'provider',
  'message',
  'event',
  'by',
  'because',
  'diagnostic',
] as const;
export type SuppressionLine = Readonly<Record<(typeof columns)[number], string>>;

export function lineOf(evidence: Evidence): SuppressionLine {
  const { address, cause, scope, occurredAt, undated, provider, messageId, id, by, because, diagnostic } =
    evidence;
  return {
    address,
    cause,
    scope,
    // The time of the import says nothing about what happened.
    since: undated ? '' : occurredAt,
    provider: provider ?? '',
    message: messageId ?? '',
    event: id,
    by: by ?? '',
    because: because ?? '',
    diagnostic: diagnostic ?? '',
  };
}

export type LineContext = {
  /** Who suppressed the address, for lines without `by`. */
  readonly by: string;
  readonly now: Date;
  /** The causes that this stack suppresses for. */
  readonly causes: readonly Cause[];
  /** Makes an id from the content of a line, so that a repeated import adds the same entry. */
  readonly idOf: (cause: Cause, content: readonly unknown[]) => EventId;
};

/**
 * Throws an error that says what is wrong with the line. When nobody knows when it happened, it gets the current time and is
 * undated: an earlier time would let a release end it that may have come first.
 */
export function readLine(fields: Partial<SuppressionLine>, context: LineContext): Evidence {
  const field = (name: keyof SuppressionLine) => fields[name] || undefined;
  const address = readAddress(field('address'));
  const cause = readCause(field('cause') ?? '', context.causes);
  const scope = valueIn('scope', givenScope(field('scope')));
  const since = readSince(field('since'), context.now);
  const message = field('message');
  return {
    type: 'evidence',
    address,
    cause,
    scope,
    occurredAt: since ?? momentFromMillis(context.now.getTime()),
    id: readEvent(field('event')) ?? context.idOf(cause, [address, scope, since]),
    provider: field('provider'),
    messageId: message === undefined ? undefined : toMessageId(message),
    by: field('by') ?? context.by,
    because: valueIn('because', ifGiven(field('because')?.trim() || undefined, givenReason)),
    diagnostic: field('diagnostic'),
    ...(since === undefined && { undated: true }),
  };
}

function readAddress(text = ''): Address {
  const address = parseAddress(text);
  if (!address) throw new Error(`expected an e-mail address, found "${text.slice(0, 60)}"`);
  return address;
}

function readCause(text: string, inUse: readonly Cause[]): Cause {
  const cause = causes.find((each) => each === text);
  if (!cause) throw new Error(`expected a cause (${causes.join(', ')}), found "${text}"`);
  if (!inUse.includes(cause))
    throw new Error(
      `expected a cause that this stack suppresses for, found "${cause}"; see the setting suppressionCauses`,
    );
  return cause;
}

/** A line keeps the rules of a request. */
function valueIn<Value>(name: keyof SuppressionLine, given: Answer<Value>): Value {
  if (!given.ok) throw new Error(`${given.refusal.detail} in "${name}"`);
  return given.value;
}

function readSince(text: string | undefined, now: Date): Moment | undefined {
  if (text === undefined) return undefined;
  const since = momentIn(text);
  // A release ends only what happened until then, so this one could not be released.
  if (!isBelievable(since, momentFromMillis(now.getTime())))
    throw new Error(`expected a time at most 24 hours from now in "since", found "${text}"`);
  return since;
}

function momentIn(text: string): Moment {
  const moment = readMoment(text);
  if (!moment) throw new Error(`expected a time such as 2026-01-31T12:00:00Z in "since", found "${text}"`);
  return moment;
}

function readEvent(text: string | undefined): EventId | undefined {
  if (text === undefined) return undefined;
  if (!isEventId(text)) throw new Error('expected up to 200 ASCII characters without spaces in "event"');
  return toEventId(text);
}
