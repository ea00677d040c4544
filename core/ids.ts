declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** Correlation id of a send, in the form in which the provider's send API returned it. */
export type MessageId = Branded<'MessageId'>;
export type Address = Branded<'Address'>;
/** The same for every delivery of one event, so that a repeat can be recognised. */
export type EventId = Branded<'EventId'>;

// DynamoDB takes 2,048 bytes of partition key and 1,024 of sort key, and ours have prefixes.
const longestMessageId = 1_900;
const longestAddress = 900;
const longestEventId = 200;

export function toMessageId(text: string): MessageId {
  return withLength('message id', text.trim(), longestMessageId) as MessageId;
}

/** A message id as people paste it: some send APIs return it in angle brackets, and report it without. */
export function givenMessageId(text: string): string {
  return text.trim().replace(/^<(.*)>$/, '$1');
}

/** The key of an address as a provider reports it, whatever it looks like: an event is never lost over it. */
export function toAddress(text: string): Address {
  // Providers write one mailbox in different letter case; a suppression has to match them all.
  return withLength('address', text.trim().toLowerCase(), longestAddress) as Address;
}

/** The key of an address that somebody asks about. Undefined when it is not an address: never guess "you may send". */
export function parseAddress(text: string): Address | undefined {
  const isAddress =
    /^[^\s@](?:.*\S)?@[^\s@]+$/.test(text.trim()) && byteLength(text.trim()) <= longestAddress;
  return isAddress ? toAddress(text) : undefined;
}

export function toEventId(text: string): EventId {
  if (!isEventId(text))
    throw new Error(`expected an event id of 1 to ${longestEventId} printable ASCII characters`);
  return text as EventId;
}

/** Event ids break ties, and JavaScript and DynamoDB sort strings alike only while they are ASCII. */
export function isEventId(text: string): boolean {
  return text.length > 0 && text.length <= longestEventId && /^[\x21-\x7e]+$/.test(text);
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
