declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** The id of a sent message, in the form that the provider's send API returned. */
export type MessageId = Branded<'MessageId'>;
export type Address = Branded<'Address'>;
/** The same for every delivery of one event, so that a repeat can be recognised. */
export type EventId = Branded<'EventId'>;

// DynamoDB limits a partition key to 2,048 bytes and a sort key to 1,024, including our prefixes.
export const maxMessageIdBytes = 1_900;
const maxAddressBytes = 900;
const maxEventIdLength = 200;

export function toMessageId(text: string): MessageId {
  return withLength('message id', text.trim(), maxMessageIdBytes) as MessageId;
}

/** A message id in a question. Some send APIs return it in angle brackets, but events have it without. */
export function parseMessageId(text: string): MessageId | undefined {
  const id = text
    .trim()
    .replace(/^<(.*)>$/, '$1')
    .trim();
  return id !== '' && byteLength(id) <= maxMessageIdBytes ? (id as MessageId) : undefined;
}

/** The key of an address in an event. Accepts any string, so that no event is lost because of its address. */
export function toAddress(text: string): Address {
  // Providers write one mailbox in different letter case; a suppression has to match them all.
  return withLength('address', text.trim().toLowerCase(), maxAddressBytes) as Address;
}

/** The key of an address in a question. Undefined when it is not an address: never answer "not suppressed" by mistake. */
export function parseAddress(text: string): Address | undefined {
  const isAddress =
    /^[^\s@](?:.*\S)?@[^\s@]+$/.test(text.trim()) && byteLength(text.trim()) <= maxAddressBytes;
  return isAddress ? toAddress(text) : undefined;
}

export function toEventId(text: string): EventId {
  if (!isEventId(text))
    throw new Error(`expected an event id of 1 to ${maxEventIdLength} printable ASCII characters`);
  return text as EventId;
}

/** Event ids break ties, and JavaScript and DynamoDB sort only ASCII strings in the same order. */
export function isEventId(text: string): boolean {
  return text.length > 0 && text.length <= maxEventIdLength && /^[\x21-\x7e]+$/.test(text);
}

function withLength(what: string, text: string, most: number): string {
  const bytes = byteLength(text);
  if (bytes === 0 || bytes > most)
    throw new Error(`expected the ${what} to have 1 to ${most} bytes, found ${bytes}`);
  return text;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
