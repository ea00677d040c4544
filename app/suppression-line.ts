import { type Address, isEventId, toAddress, toEventId, toMessageId } from '../../core/ids.ts';
import { type Moment, momentFromEither, momentFromMillis } from '../../core/moment.ts';
import { type Cause, causes, type Evidence, everything } from '../../core/suppression.ts';
import { digestOf } from '../../providers/event-id.ts';

/** The columns of an export, and those that an import understands. */
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
export type EvidenceLine = Readonly<Record<(typeof columns)[number], string>>;

export function lineOf(evidence: Evidence): EvidenceLine {
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
  readonly by: string;
  readonly now: Date;
  /** What this stack suppresses for. */
  readonly causes: readonly Cause[];
};

export type ImportedLine = {
  readonly evidence: Evidence;
  /** Without a time of its own a line is recognised by its id alone. */
  readonly isTimed: boolean;
};

/** Reads a line; an error tells in words what is wrong with it. */
export function readLine(fields: Partial<EvidenceLine>, context: LineContext): ImportedLine {
  const field = (name: keyof EvidenceLine) => fields[name] || undefined;
  const address = readAddress(field('address'));
  const cause = readCause(field('cause') ?? 'manual', context.causes);
  const scope = field('scope') ?? everything;
  const since = readSince(field('since'));
  const message = field('message');
  const evidence: Evidence = {
    type: 'evidence',
    address,
    cause,
    scope,
    occurredAt: since ?? momentFromMillis(context.now.getTime()),
    // Made of what the line says: the same line is the same entry, however often it is imported.
    id: readEvent(field('event')) ?? digestOf('import', cause, [address, scope, since]),
    provider: field('provider'),
    messageId: message === undefined ? undefined : toMessageId(message),
    by: field('by') ?? context.by,
    because: field('because'),
    diagnostic: field('diagnostic'),
  };
  return { evidence, isTimed: since !== undefined };
}

function readAddress(text: string | undefined): Address {
  if (text === undefined || !/^\s*[^\s@].*@[^\s@]+\s*$/.test(text))
    throw new Error(`expected an address, found "${text ?? ''}"`);
  return toAddress(text);
}

function readCause(text: string, inUse: readonly Cause[]): Cause {
  const cause = causes.find((each) => each === text);
  if (!cause) throw new Error(`expected a cause (${causes.join(', ')}), found "${text}"`);
  if (!inUse.includes(cause))
    throw new Error(`this stack does not suppress for "${cause}"; see mailfold:suppressionCauses`);
  return cause;
}

function readSince(text: string | undefined): Moment | undefined {
  if (text === undefined) return undefined;
  try {
    return momentFromEither(text);
  } catch {
    throw new Error(`expected a time such as 2026-01-31T12:00:00Z in "since", found "${text}"`);
  }
}

function readEvent(text: string | undefined) {
  if (text === undefined) return undefined;
  if (!isEventId(text)) throw new Error('expected up to 200 ASCII characters without blanks in "event"');
  return toEventId(text);
}
