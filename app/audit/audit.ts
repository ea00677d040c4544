import type { AuditedAddress, AuditedMessage, AuditReader } from '../ports/audit.ts';
import { compareMessage } from './compare-message.ts';
import { compareAddressEntry, compareEntry, expectedEntry, recentEventOf } from './compare-suppression.ts';
import type { AuditSettings, Difference } from './difference.ts';

export type AuditReport = {
  readonly messages: number;
  readonly addresses: number;
  readonly differences: readonly Difference[];
};

/** Reports the progress of each stage. */
type OnStage = (
  stage: 'messages' | 'addresses' | 'second look',
  total: number,
) => { advance(by?: number): void; end(): void };

type Audited = { readonly count: number; readonly suspects: readonly string[] };
type Auditing = { readonly reader: AuditReader; readonly settings: AuditSettings; readonly onStage: OnStage };

/** Number of partitions that are compared together, so that one request reads the rows for all of them. */
const batchSize = 25;

/**
 * Recomputes every status and suppression from the stored events. A scan takes time, so it may see only half of what is
 * written in the meantime. Differences are therefore read again after `settle`, and only those found twice are reported.
 */
export async function audit(
  auditing: Auditing,
  { sample, settle }: { readonly sample?: number; readonly settle: () => Promise<void> },
): Promise<AuditReport> {
  const messages = await auditMessages(auditing, sample);
  const addresses = await auditAddresses(auditing, messages.recipients);
  const suspects = messages.suspects.length + addresses.suspects.length;
  if (suspects > 0) await settle();
  const differences = suspects > 0 ? await secondLook(auditing, messages.suspects, addresses.suspects) : [];
  return { messages: messages.count, addresses: addresses.count, differences };
}

async function auditMessages(
  { reader, settings, onStage }: Auditing,
  sample: number | undefined,
): Promise<Audited & { readonly recipients?: readonly string[] }> {
  const stage = onStage('messages', sample ?? (await reader.rowCount('messages')));
  const suspects: string[] = [];
  const recipients = new Set<string>();
  let count = 0;
  for await (const batch of batchesOf(reader.messages(sample))) {
    for (const [index, found] of (await differencesOfMessages(batch, reader, settings)).entries()) {
      const message = batch[index];
      if (message && found.differences.length > 0) suspects.push(message.messageId);
      // Without a sample the audit reads all addresses anyway.
      if (sample !== undefined) for (const recipient of found.recipients) recipients.add(recipient);
    }
    count += batch.length;
    stage.advance(sample === undefined ? rowsIn(batch) : batch.length);
  }
  stage.end();
  return { count, suspects, ...(sample !== undefined && { recipients: [...recipients] }) };
}

async function auditAddresses(
  { reader, settings, onStage }: Auditing,
  only: readonly string[] | undefined,
): Promise<Audited> {
  const stage = onStage('addresses', only?.length ?? (await reader.rowCount('addresses')));
  const suspects: string[] = [];
  let count = 0;
  for await (const batch of batchesOf(only ? eachOf(only, reader.address) : reader.addresses())) {
    for (const [index, differences] of (await differencesOfAddresses(batch, reader, settings)).entries()) {
      const address = batch[index];
      if (address && differences.length > 0) suspects.push(address.address);
    }
    count += batch.filter(({ rows }) => rows > 0).length;
    stage.advance(only ? batch.length : rowsIn(batch));
  }
  stage.end();
  return { count, suspects };
}

async function secondLook(
  { reader, settings, onStage }: Auditing,
  messages: readonly string[],
  addresses: readonly string[],
): Promise<Difference[]> {
  const stage = onStage('second look', messages.length + addresses.length);
  const differences: Difference[] = [];
  for (const messageId of messages) {
    const found = await differencesOfMessages([await reader.message(messageId)], reader, settings);
    differences.push(...found.flatMap((each) => each.differences));
    stage.advance();
  }
  for (const address of addresses) {
    differences.push(
      ...(await differencesOfAddresses([await reader.address(address)], reader, settings)).flat(),
    );
    stage.advance();
  }
  stage.end();
  return differences;
}

/** Compares statuses with events, and the entries that the events require with the histories of their recipients. */
async function differencesOfMessages(
  messages: readonly AuditedMessage[],
  reader: AuditReader,
  settings: AuditSettings,
): Promise<{ differences: Difference[]; recipients: readonly string[] }[]> {
  const compared = messages.map((message) => compareMessage(message, settings));
  const required = compared.map(({ events }) =>
    events.flatMap((event) => expectedEntry(event, settings.causes) ?? []),
  );
  const found = await reader.findEntries(required.flat());
  return compared.map(({ differences, recipients }, index) => {
    const missing = (required[index] ?? []).flatMap((entry) => {
      const place = reader.placeOfEntry(entry);
      return compareEntry(entry, place, found.get(place));
    });
    return { recipients, differences: [...differences, ...missing] };
  });
}

/** Compares the histories of addresses with the events that they name. */
async function differencesOfAddresses(
  addresses: readonly AuditedAddress[],
  reader: AuditReader,
  settings: AuditSettings,
): Promise<Difference[][]> {
  const namedEvents = addresses.flatMap(({ entries }) =>
    entries.flatMap(({ entry, problem }) => (problem ? [] : (recentEventOf(entry, settings) ?? []))),
  );
  const found = await reader.findEvents(namedEvents);
  return addresses.map(({ entries }) =>
    entries.flatMap((each) => {
      const event = each.problem ? undefined : recentEventOf(each.entry, settings);
      const row = event && found.get(reader.placeOfEvent(event));
      return compareAddressEntry(each, row, settings, reader.placeOfEntry);
    }),
  );
}

async function* batchesOf<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* eachOf<Item>(
  keys: readonly string[],
  read: (key: string) => Promise<Item>,
): AsyncGenerator<Item> {
  for (const key of keys) yield await read(key);
}

function rowsIn(batch: readonly { readonly rows: number }[]): number {
  return batch.reduce((sum, { rows }) => sum + rows, 0);
}
