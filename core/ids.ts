import { byteLength } from './byte-length.ts';
import { unicodeDomainOf } from './domain.ts';
import { mailboxIn } from './mailbox.ts';

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
export const maxEventIdLength = 200;

/** Whether a string can be the id of a message, and so part of a key. */
export function isMessageId(text: string): boolean {
  const bytes = byteLength(text.trim());
  return bytes > 0 && bytes <= maxMessageIdBytes;
}

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

/** The ids under which the events of a message may be: as it was asked, then without angle brackets, then with them. */
export function messageIdsIn(text: string): MessageId[] {
  const bare = parseMessageId(text);
  if (!bare) return [];
  const ids = new Set([text.trim(), bare, `<${bare}>`]);
  return [...ids].filter(isMessageId) as MessageId[];
}

/**
 * The key of an address in an event. Accepts any string, so that no event is lost because of its address: one that names
 * no mailbox is kept as it is, in lower case.
 */
export function toAddress(text: string): Address {
  return parseAddress(text) ?? (withLength('address', spellingOf(text), maxAddressBytes) as Address);
}

/** The key of an address that names no mailbox, as `toAddress` keeps it. Undefined when it names one, or fits no key. */
export function strayAddressKey(text: string): Address | undefined {
  return parseAddress(text) || !isAddressKey(text) ? undefined : (spellingOf(text) as Address);
}

/** Whether a string can be a key of the addresses table. */
export function isAddressKey(text: string): boolean {
  const bytes = byteLength(spellingOf(text));
  return bytes > 0 && bytes <= maxAddressBytes;
}

/** The key of an address in a question. Undefined when it is not an address: never answer "not suppressed" by mistake. */
export function parseAddress(text: string): Address | undefined {
  const mailbox = mailboxIn(text);
  return mailbox && byteLength(mailbox) <= maxAddressBytes ? (mailbox as Address) : undefined;
}

/**
 * The other keys under which rows of an address may be: the key used to be the string as the provider gave it, in
 * lower case. None for an ordinary address, so that a question about it costs nothing more.
 */
export function earlierKeysOf(address: Address, given: string = address): Address[] {
  const at = address.lastIndexOf('@') + 1;
  const unicode = unicodeDomainOf(address.slice(at));
  const keys = [spellingOf(given), ...(unicode ? [address.slice(0, at) + unicode] : [])];
  const fitting = keys.filter((key) => key !== address && byteLength(key) <= maxAddressBytes);
  return [...new Set(fitting)] as Address[];
}

/** A given address as it goes into ids: the same for every delivery of one event, whatever can be read in it. */
export function spellingOf(given: string): string {
  return given.trim().toLowerCase();
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
