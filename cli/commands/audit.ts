import { setTimeout as delay } from 'node:timers/promises';
import { type AuditSettings, auditSettings, type Difference } from '../../app/audit/difference.ts';
import { outputs } from '../../lib/outputs.ts';
import {
  type AuditedStore,
  auditAddress,
  auditMessage,
  batchesOf,
  partitionsOf,
  readPartition,
} from '../../store/audit-rows.ts';
import { rowCount } from '../../store/row-count.ts';
import type { Partition } from '../../store/scan-partitions.ts';
import { command, type MakeCommand, positiveNumber } from '../command.ts';
import { exitCodes } from '../problem.ts';
import { suppressionListOf } from '../suppressions/suppression-list.ts';
import { openTarget, type TargetOptions } from '../target.ts';
import { progress } from '../ui/progress.ts';
import { plain } from '../ui/suppression-lines.ts';
import { paint, print, printJson, type Terminal } from '../ui/terminal.ts';

type AuditOptions = TargetOptions & {
  readonly sample?: number;
  readonly json?: boolean;
};

export const auditCommand: MakeCommand = ({ terminal, finish }) =>
  command('audit', 'recompute every status and suppression from the stored events; 1 if any differs', [
    'audit',
    'audit --sample 1000 --stack Mailfold',
    'audit --json',
  ])
    .option('--sample <n>', 'only so many messages, and the addresses of their recipients', positiveNumber)
    .option('--stack <name>', 'a deployed stack instead of the local one')
    .option('--json', 'for programs')
    .action((options: AuditOptions) => finish(audit(options, terminal)));

async function audit(options: AuditOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  const { client, table: addressesTable, settings } = suppressionListOf(target);
  const messagesTable = target.output(outputs.messagesTableName);
  const store: AuditedStore = { client, messagesTable, addressesTable, causes: settings.causes };
  const window = auditSettings(new Date(), Number(target.output(outputs.dedupeWindowDays)));

  const messages = await auditMessages(store, window, options, terminal);
  const addresses = await auditAddresses(store, window, messages.recipients, terminal);
  const suspects = { messages: messages.suspects, addresses: addresses.suspects };
  const differences = await secondLook(store, window, suspects, terminal);
  if (options.json)
    printJson(terminal, { messages: messages.count, addresses: addresses.count, differences });
  else show({ messages: messages.count, addresses: addresses.count }, differences, terminal);
  return differences.length === 0 ? 0 : exitCodes.no;
}

async function auditMessages(
  store: AuditedStore,
  window: AuditSettings,
  { sample }: AuditOptions,
  terminal: Terminal,
) {
  const { client, messagesTable } = store;
  const total = sample ?? (await rowCount(client, messagesTable));
  const reading = progress('messages ', total, terminal);
  const suspects: string[] = [];
  const recipients = new Set<string>();
  let count = 0;
  for await (const batch of batchesOf(partitionsOf(client, messagesTable, 'messageId', sample))) {
    for (const [key, audited] of await auditMessage(store, window, batch)) {
      if (audited.differences.length > 0) suspects.push(key);
      // The whole table of addresses is read otherwise, and nobody needs to remember them.
      if (sample !== undefined) for (const recipient of audited.recipients) recipients.add(recipient);
    }
    count += batch.length;
    reading.advance(sample === undefined ? rowsIn(batch) : batch.length);
  }
  reading.end();
  return { count, suspects, recipients: sample === undefined ? undefined : [...recipients] };
}

async function auditAddresses(
  store: AuditedStore,
  window: AuditSettings,
  only: readonly string[] | undefined,
  terminal: Terminal,
) {
  const { client, addressesTable } = store;
  const reading = progress('addresses', only?.length ?? (await rowCount(client, addressesTable)), terminal);
  const partitions = only
    ? eachOf(only, (address) => readPartition(client, addressesTable, 'address', address))
    : partitionsOf(client, addressesTable, 'address', undefined);
  const suspects: string[] = [];
  let count = 0;
  for await (const batch of batchesOf(partitions)) {
    for (const [key, differences] of await auditAddress(store, window, batch))
      if (differences.length > 0) suspects.push(key);
    count += batch.filter(({ rows }) => rows.length > 0).length;
    reading.advance(only ? batch.length : rowsIn(batch));
  }
  reading.end();
  return { count, suspects };
}

/** Long enough for the writes of one event, which run side by side, to be all there. */
const settlingMillis = 1_000;

/** A scan is no moment in time: what was written meanwhile may show in half. What differs twice, differs. */
async function secondLook(
  store: AuditedStore,
  window: AuditSettings,
  suspects: { messages: readonly string[]; addresses: readonly string[] },
  terminal: Terminal,
): Promise<Difference[]> {
  const total = suspects.messages.length + suspects.addresses.length;
  if (total === 0) return [];
  await delay(settlingMillis);
  const looking = progress('once more', total, terminal);
  const differences: Difference[] = [];
  const { client, messagesTable, addressesTable } = store;
  for (const key of suspects.messages) {
    const partition = await readPartition(client, messagesTable, 'messageId', key);
    for (const each of (await auditMessage(store, window, [partition])).values())
      differences.push(...each.differences);
    looking.advance();
  }
  for (const key of suspects.addresses) {
    const partition = await readPartition(client, addressesTable, 'address', key);
    for (const each of (await auditAddress(store, window, [partition])).values()) differences.push(...each);
    looking.advance();
  }
  looking.end();
  return differences;
}

async function* eachOf(
  keys: readonly string[],
  read: (key: string) => Promise<Partition>,
): AsyncGenerator<Partition> {
  for (const key of keys) yield await read(key);
}

function rowsIn(batch: readonly Partition[]): number {
  return batch.reduce((sum, { rows }) => sum + rows.length, 0);
}

function show(
  { messages, addresses }: { messages: number; addresses: number },
  differences: readonly Difference[],
  terminal: Terminal,
): void {
  for (const { what, where, expected, found } of differences)
    print(
      terminal,
      `${paint('red', what, terminal)}  ${plain(`${where}: expected ${expected}; found ${found}`)}`,
    );
  const read = `${count(messages, 'message')} and ${addresses} address${addresses === 1 ? '' : 'es'}`;
  print(
    terminal,
    differences.length === 0
      ? paint('green', `${read}: all is as the events say.`, terminal)
      : paint('red', `${read}: ${count(differences.length, 'difference')}.`, terminal),
  );
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
