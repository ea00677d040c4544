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
  return ofUsableLength('message id', text.trim(), longestMessageId) as MessageId;
}

export function toAddress(text: string): Address {
  // Providers report one mailbox in different letter case; a suppression has to match them all.
  return ofUsableLength('address', text.trim().toLowerCase(), longestAddress) as Address;
}

export function toEventId(text: string): EventId {
  if (!isEventId(text))
    throw new Error(`expected an event id of 1 to ${longestEventId} ASCII characters, found another text`);
  return text as EventId;
}

/** Event ids decide ties, and JavaScript and DynamoDB sort text alike only while it is ASCII. */
export function isEventId(text: string): boolean {
  return text.length > 0 && text.length <= longestEventId && /^[\x21-\x7e]+$/.test(text);
}

function ofUsableLength(what: string, text: string, most: number): string {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes === 0 || bytes > most)
    throw new Error(`expected the ${what} to have 1 to ${most} bytes, found ${bytes}`);
  return text;
}
