import type { Repairer } from '../ports/audit.ts';
import { condenseAll, type EarlierRows, type OnStage, type RowCounts, uncondensed } from './condense.ts';
import type { Difference, Finding } from './difference.ts';
import { type Comparing, findingsOfAddresses, findingsOfMessages } from './find-differences.ts';
import { differenceIn, type Repaired, repairAll, sortAttempts, type Unrepaired } from './repair.ts';

export type AuditReport = {
  readonly messages: number;
  readonly addresses: number;
  /** What differs or, with a repairer, what still differs, and why. */
  readonly differences: readonly (Difference | Unrepaired)[];
  /** Payloads that could not be compared: an address was forgotten, or the provider is unknown. */
  readonly unchecked?: number;
  readonly repaired?: readonly Repaired[];
  /** Rows of earlier versions, which make questions about their addresses slow. Absent when there are none. */
  readonly uncondensed?: RowCounts;
  /** Those that were condensed. Absent when there were none, or without a repairer. */
  readonly condensed?: RowCounts;
};

type Suspects = { readonly messages: readonly string[]; readonly addresses: readonly string[] };
type Auditing = Comparing & { readonly onStage: OnStage };
type AuditOptions = {
  readonly sample?: number;
  readonly settle: () => Promise<void>;
  /** Waits until no reader can still see the tables as they were before rows were condensed. */
  readonly untilSeen: () => Promise<void>;
  /** Omit to change nothing. */
  readonly repairer?: Repairer;
};

/** Number of partitions that are compared together, so that one request reads the rows for all of them. */
const batchSize = 25;

/**
 * Recomputes every status and suppression from the stored events. A scan takes time, so it may see only half of what is
 * written in the meantime. Differences are therefore read again after `settle`, and only those found twice are reported.
 */
export async function audit(auditing: Auditing, options: AuditOptions): Promise<AuditReport> {
  const { sample, settle, untilSeen, repairer } = options;
  const messages = await auditMessages(auditing, sample);
  const addresses = await auditAddresses(auditing, messages.recipients);
  const suspects = { messages: messages.suspects, addresses: addresses.suspects };
  if (countOf(suspects) > 0) await settle();
  const findings = await lookAgain(auditing, 'second look', suspects);
  const read = {
    messages: messages.count,
    addresses: addresses.count,
    ...(auditing.renormalize && { unchecked: messages.unchecked }),
  };
  const { earlier } = addresses;
  if (!repairer) return { ...read, differences: findings.map(differenceIn), ...uncondensed(earlier) };
  const repaired = await repairFound(auditing, repairer, suspects, findings);
  return { ...read, ...repaired, ...(await condenseAll(earlier, repairer, auditing.onStage, untilSeen)) };
}

async function repairFound(
  auditing: Auditing,
  repairer: Repairer,
  suspects: Suspects,
  findings: readonly Finding[],
): Promise<Pick<AuditReport, 'repaired' | 'differences'>> {
  const stage = auditing.onStage('repair', findings.length);
  const attempts = await repairAll(findings, repairer, stage.advance);
  stage.end();
  return sortAttempts(attempts, await lookAgain(auditing, 'third look', suspects));
}

function countOf({ messages, addresses }: Suspects): number {
  return messages.length + addresses.length;
}

type Audited = { readonly count: number; readonly suspects: readonly string[] };

async function auditMessages(
  auditing: Auditing,
  sample: number | undefined,
): Promise<Audited & { readonly recipients?: readonly string[]; readonly unchecked: number }> {
  const { reader, onStage } = auditing;
  const stage = onStage('messages', sample ?? (await reader.rowCount('messages')));
  const suspects: string[] = [];
  const recipients = new Set<string>();
  let count = 0;
  let unchecked = 0;
  for await (const batch of batchesOf(reader.messages(sample))) {
    for (const [index, found] of (await findingsOfMessages(batch, auditing)).entries()) {
      const message = batch[index];
      if (message && found.findings.length > 0) suspects.push(message.messageId);
      unchecked += found.unchecked;
      // Without a sample the audit reads all addresses anyway.
      if (sample !== undefined) for (const recipient of found.recipients) recipients.add(recipient);
    }
    count += batch.length;
    stage.advance(sample === undefined ? rowsIn(batch) : batch.length);
  }
  stage.end();
  return { count, suspects, unchecked, ...(sample !== undefined && { recipients: [...recipients] }) };
}

async function auditAddresses(
  auditing: Auditing,
  only: readonly string[] | undefined,
): Promise<Audited & { readonly earlier: EarlierRows }> {
  const { reader, onStage } = auditing;
  const stage = onStage('addresses', only?.length ?? (await reader.rowCount('addresses')));
  const suspects: string[] = [];
  const earlier = new Map<string, number>();
  let count = 0;
  for await (const batch of batchesOf(only ? eachOf(only, reader.address) : reader.addresses())) {
    for (const [index, findings] of (await findingsOfAddresses(batch, auditing)).entries()) {
      const address = batch[index];
      if (address && findings.length > 0) suspects.push(address.address);
    }
    for (const { address, earlierRows } of batch) if (earlierRows > 0) earlier.set(address, earlierRows);
    count += batch.filter(({ rows }) => rows > 0).length;
    stage.advance(only ? batch.length : rowsIn(batch));
  }
  stage.end();
  return { count, suspects, earlier };
}

/** Reads the suspects once more, by consistent reads. */
async function lookAgain(
  auditing: Auditing,
  name: 'second look' | 'third look',
  suspects: Suspects,
): Promise<Finding[]> {
  if (countOf(suspects) === 0) return [];
  const { reader, onStage } = auditing;
  const stage = onStage(name, countOf(suspects));
  const findings: Finding[] = [];
  for (const messageId of suspects.messages) {
    const found = await findingsOfMessages([await reader.message(messageId)], auditing);
    findings.push(...found.flatMap((each) => each.findings));
    stage.advance();
  }
  for (const address of suspects.addresses) {
    findings.push(...(await findingsOfAddresses([await reader.address(address)], auditing)).flat());
    stage.advance();
  }
  stage.end();
  return findings;
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
