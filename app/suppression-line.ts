import { isBelievable } from '../core/believable-time.ts';
import { type Address, type EventId, isEventId, parseAddress, toEventId, toMessageId } from '../core/ids.ts';
import { type Moment, momentFromEither, momentFromMillis } from '../core/moment.ts';
import { allScopes, type Cause, causes, type Evidence } from '../core/suppression.ts';

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
  const { address, cause, scope, occurredAt, provider, messageId, id, by, because, diagnostic } = evidence;
  return {
    address,
    cause,
    scope,
    since: occurredAt,
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

type ImportedLine = {
  readonly evidence: Evidence;
  /** Without a time of its own, a line gets the current time, so only its id shows that it was imported before. */
  readonly isTimed: boolean;
};

/** Throws an error that says what is wrong with the line. */
export function readLine(fields: Partial<SuppressionLine>, context: LineContext): ImportedLine {
  const field = (name: keyof SuppressionLine) => fields[name] || undefined;
  const address = readAddress(field('address'));
  const cause = readCause(field('cause') ?? 'manual', context.causes);
  const scope = field('scope') ?? allScopes;
  const since = readSince(field('since'), context.now);
  const message = field('message');
  const evidence: Evidence = {
    type: 'evidence',
    address,
    cause,
    scope,
    occurredAt: since ?? momentFromMillis(context.now.getTime()),
    id: readEvent(field('event')) ?? context.idOf(cause, [address, scope, since]),
    provider: field('provider'),
    messageId: message === undefined ? undefined : toMessageId(message),
    by: field('by') ?? context.by,
    because: field('because'),
    diagnostic: field('diagnostic'),
  };
  return { evidence, isTimed: since !== undefined };
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

function readSince(text: string | undefined, now: Date): Moment | undefined {
  if (text === undefined) return undefined;
  const since = momentIn(text);
  // A release ends only what happened until then, so this one could not be released.
  if (!isBelievable(since, momentFromMillis(now.getTime())))
    throw new Error(`expected a time at most 24 hours from now in "since", found "${text}"`);
  return since;
}

function momentIn(text: string): Moment {
  try {
    return momentFromEither(text);
  } catch {
    throw new Error(`expected a time such as 2026-01-31T12:00:00Z in "since", found "${text}"`);
  }
}

function readEvent(text: string | undefined): EventId | undefined {
  if (text === undefined) return undefined;
  if (!isEventId(text)) throw new Error('expected up to 200 ASCII characters without spaces in "event"');
  return toEventId(text);
}
