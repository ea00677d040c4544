import { userInfo } from 'node:os';
import { BatchWriteCommand, paginateQuery, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { foldSuppression } from '../../core/fold-suppression.ts';
import type { Address } from '../../core/ids.ts';
import { outputs } from '../../lib/outputs.ts';
import { forgottenKey, keepForgotten } from '../../store/forgotten.ts';
import { packPayload, unpackPayload } from '../../store/payload.ts';
import { readAddress } from '../../store/read-address.ts';
import { rowCount } from '../../store/row-count.ts';
import { suppressionRowKey } from '../../store/suppression-row.ts';
import { command, type MakeCommand } from '../command.ts';
import { readOwnKey } from '../own-key.ts';
import { exitCodes } from '../problem.ts';
import { givenAddress } from '../suppressions/given.ts';
import { openTarget, type Target, type TargetOptions } from '../target.ts';
import { progress } from '../ui/progress.ts';
import { print, printJson, type Terminal } from '../ui/terminal.ts';

type ForgetOptions = TargetOptions & {
  readonly because: string;
  readonly by: string;
  readonly json?: boolean;
};

export const forgetCommand: MakeCommand = ({ terminal, finish }) =>
  command('forget', 'remove all that names an address; if it was suppressed, a keyed hash keeps it so', [
    'forget ana@example.com --because "asked for erasure, ticket 4711"',
    'forget ana@example.com --because "asked for erasure" --by kim --stack Mailfold --json',
  ])
    .argument('<address>')
    .requiredOption('--because <text>', 'why; it is kept beside the hash')
    .option('--by <name>', 'who does it', userInfo().username)
    .option('--stack <name>', 'a deployed stack instead of the local one')
    .option('--json', 'for programs')
    .action((address: string, options: ForgetOptions) => finish(forget(address, options, terminal)));

async function forget(text: string, options: ForgetOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  const address = givenAddress(text);
  // First what keeps the address suppressed, then the rest: a crash in between forgets too little, never too much.
  const kept = await keepSuppression(target, address, options);
  const rows = await rowsAbout(target, address, terminal);
  const removed = {
    events: rows.filter(({ sortKey }) => sortKey.startsWith('E#')).length,
    statuses: rows.filter(({ sortKey }) => sortKey.startsWith('S#')).length,
    redacted: await redact(target, address, [...new Set(rows.map(({ messageId }) => messageId))]),
    evidence: await removeHistory(target, address),
  };
  await removeRows(target, target.output(outputs.messagesTableName), rows);
  const total = removed.events + removed.statuses + removed.evidence;
  if (options.json) printJson(terminal, { ...removed, suppressedStill: kept });
  else if (total === 0) print(terminal, 'Nothing is known of this address.');
  else {
    print(
      terminal,
      `Removed: ${removed.events} events, ${removed.statuses} statuses, ${removed.evidence} entries of its history.`,
    );
    if (removed.redacted > 0)
      print(terminal, `Taken out of ${removed.redacted} events of other recipients of the same messages.`);
    print(
      terminal,
      kept.length > 0
        ? `It stays suppressed (${kept.join(', ')}), by a hash that only this stack can make.`
        : 'It was not suppressed.',
    );
  }
  return total === 0 ? exitCodes.no : 0;
}

async function keepSuppression(
  target: Target,
  address: Address,
  { by, because }: ForgetOptions,
): Promise<string[]> {
  const table = target.output(outputs.addressesTableName);
  const settings = JSON.parse(target.output(outputs.suppressionSettings));
  const { active } = foldSuppression(await readAddress(target.dynamoDb, table, address), settings);
  if (active.length === 0) return [];
  const place = forgottenKey(await readOwnKey(target), address);
  for (const cause of active)
    await keepForgotten(target.dynamoDb, table, place, cause, { by, because, now: new Date() });
  return active.map(({ cause, scope }) => (scope === '*' ? cause : `${cause} of ${scope}`));
}

type FoundRow = { readonly messageId: string; readonly sortKey: string };

/** By a scan: events that belong to no message of the address's own are in no index, and nothing may be overlooked. */
async function rowsAbout(target: Target, address: Address, terminal: Terminal): Promise<FoundRow[]> {
  const TableName = target.output(outputs.messagesTableName);
  const reading = progress('searching', await rowCount(target.dynamoDb, TableName), terminal);
  const scan = {
    TableName,
    FilterExpression: 'recipient = :address',
    ExpressionAttributeValues: { ':address': address },
    ProjectionExpression: 'messageId, sortKey',
    ConsistentRead: true,
  };
  const found: FoundRow[] = [];
  for await (const { Items = [], ScannedCount = 0 } of paginateScan({ client: target.dynamoDb }, scan)) {
    found.push(...(Items as FoundRow[]));
    reading.advance(ScannedCount);
  }
  reading.end();
  return found;
}

/** A report about several recipients is kept with each of them, and names them all. */
async function redact(target: Target, address: Address, messageIds: readonly string[]): Promise<number> {
  const TableName = target.output(outputs.messagesTableName);
  // Whole addresses only: banana@example.com is somebody else than ana@example.com.
  const literal = address.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(`(?<![\\w.+%-])${literal}(?![\\w-])`, 'gi');
  let count = 0;
  for (const messageId of messageIds) {
    const query = {
      TableName,
      KeyConditionExpression: 'messageId = :messageId AND begins_with(sortKey, :events)',
      ExpressionAttributeValues: { ':messageId': messageId, ':events': 'E#' },
      ConsistentRead: true,
    };
    for await (const { Items = [] } of paginateQuery({ client: target.dynamoDb }, query)) {
      for (const row of Items) {
        const text = unpackPayload(row);
        if (row['recipient'] === address || !pattern.test(text)) continue;
        pattern.lastIndex = 0;
        const redacted = packPayload(row, text.replace(pattern, 'forgotten'));
        await target.dynamoDb.send(
          new UpdateCommand({
            TableName,
            Key: { messageId, sortKey: row['sortKey'] },
            UpdateExpression: 'SET payload = :payload',
            ExpressionAttributeValues: { ':payload': redacted },
          }),
        );
        count += 1;
      }
    }
  }
  return count;
}

async function removeHistory(target: Target, address: Address): Promise<number> {
  const table = target.output(outputs.addressesTableName);
  const keys = (await readAddress(target.dynamoDb, table, address)).map(suppressionRowKey);
  await removeRows(target, table, keys);
  return keys.length;
}

async function removeRows(target: Target, table: string, keys: readonly object[]): Promise<void> {
  for (let index = 0; index < keys.length; index += 25) {
    let requests: { DeleteRequest?: { Key: Record<string, unknown> | undefined } }[] = keys
      .slice(index, index + 25)
      .map((Key) => ({ DeleteRequest: { Key: { ...Key } } }));
    while (requests.length > 0) {
      const { UnprocessedItems } = await target.dynamoDb.send(
        new BatchWriteCommand({ RequestItems: { [table]: requests } }),
      );
      requests = UnprocessedItems?.[table] ?? [];
    }
  }
}
