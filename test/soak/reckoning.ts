import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { checkSuppressions as ask } from '../../app/check-suppressions.ts';
import { deadLettersOf } from '../../cli/dead-letters-of.ts';
import { portsOf, suppressionSettings } from '../../cli/ports.ts';
import { run } from '../../cli/program.ts';
import type { Target } from '../../cli/target.ts';
import type { Address } from '../../core/ids.ts';
import { allScopes } from '../../core/suppression.ts';
import { outputs } from '../../lib/outputs.ts';
import { eventPrefix, rowName } from '../../store/keys.ts';
import { type PartitionKey, scanPartitions } from '../../store/scan-partitions.ts';
import {
  type Causes,
  type Check,
  checkPoison,
  checkRequests,
  checkRows,
  checkStream,
  checkSuppressions,
  checkTrouble,
} from './accounts.ts';
import type { Counts } from './counts.ts';
import { canBeRead, type Drained } from './drain.ts';
import type { Ledger } from './ledger.ts';
import { pause } from './pause.ts';
import { forgetUntilDone } from './people.ts';
import { marksIn } from './shots.ts';
import type { SoakStack } from './stack.ts';

/** Reads what the drained stack holds, and compares it with what it accepted. */
export async function reckon(
  { target, streamed }: SoakStack,
  { left, letters }: Drained,
  ledger: Ledger,
  counts: Counts,
  stopping: AbortSignal,
): Promise<Check[]> {
  const stored = await eventRows(target);
  counts.stored = stored.size;
  counts.events = ledger.events.size;
  counts.poison = ledger.poison.size;
  counts.dead = letters.length;
  await untilStreamed(stored, streamed, stopping);
  const marks = new Set(letters.flatMap(({ body }) => marksIn(body)));
  const topicDead = await deadLettersOf(target, 'topic').depth();
  return [
    checkTrouble(counts),
    ...checkRequests(ledger),
    { what: 'the queue is empty in the end', problems: left > 0 ? [`${left} messages are left`] : [] },
    ...checkRows(ledger, stored),
    checkStream(ledger, streamed),
    checkPoison(ledger, marks),
    {
      what: 'nothing but poison is in the dead letters',
      problems: letters.filter(canBeRead).map(({ id, provider }) => `${provider}: ${id}`),
    },
    { what: 'the topic has no dead letters', problems: topicDead > 0 ? [`${topicDead} messages`] : [] },
    // Only when all is quiet can the end of a request to forget be seen.
    await checkForgetting(target, ledger, stopping),
    ...checkSuppressions(ledger, await causesOf(target, ledger), suppressionSettings(target)),
    await checkAudit(),
  ];
}

async function eventRows(target: Target): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const row of rowsOf(target, 'messageId'))
    if (String(row['sortKey']).startsWith(eventPrefix)) names.add(rowName(row));
  return names;
}

async function* rowsOf(target: Target, key: PartitionKey) {
  const table = target.output(key === 'address' ? outputs.addressesTableName : outputs.messagesTableName);
  for await (const { rows } of scanPartitions(target.dynamoDb, table, key)) yield* rows;
}

/** The stream is read twice a second, and may be a little behind the table. */
async function untilStreamed(
  stored: ReadonlySet<string>,
  streamed: ReadonlyMap<string, number>,
  stopping: AbortSignal,
): Promise<void> {
  for (let looks = 0; looks < 60; looks += 1) {
    if ([...stored].every((name) => streamed.has(name)) || !(await pause(0.5, stopping))) return;
  }
}

async function checkForgetting(target: Target, { forgotten }: Ledger, stopping: AbortSignal): Promise<Check> {
  for (const address of forgotten) await forgetUntilDone(address, { target, stopping });
  const names: ReadonlySet<string> = forgotten;
  const problems: string[] = [];
  for (const key of ['messageId', 'address'] as const) {
    for await (const row of rowsOf(target, key))
      if (names.has(String(row['recipient'] ?? row['address'])))
        problems.push(`still stored: ${rowName(row)}`);
  }
  return { what: 'nothing names an address that is forgotten when all is quiet', problems };
}

async function causesOf(target: Target, ledger: Ledger): Promise<Causes> {
  const ports = portsOf(target);
  const causes = new Map();
  for (const address of ledger.addresses()) {
    const found = new Set<string>();
    // One by one, because a question without a stream leaves some out when an address has very many.
    for (const stream of [undefined, ...streamsOf(address, ledger)]) {
      const answer = await ask({ addresses: [address], ...(stream !== undefined && { stream }) }, ports);
      const [state] = answer.ok ? answer.value.answers : [];
      for (const { cause, scope } of state?.causes ?? []) found.add(`${cause} ${scope}`);
    }
    causes.set(address, [...found]);
  }
  return causes;
}

function streamsOf(address: Address, { entries }: Ledger): Set<string> {
  const scopes = (entries.get(address) ?? []).map(({ scope }) => scope);
  return new Set(scopes.filter((scope) => scope !== allScopes));
}

/** By the command itself, as an operator would. */
async function checkAudit(): Promise<Check> {
  const terminal = { out: new PassThrough(), error: new PassThrough() };
  const exitCode = await run(['audit', '--deep', '--json'], terminal);
  terminal.out.end();
  terminal.error.end();
  const [out, error] = await Promise.all([text(terminal.out), text(terminal.error)]);
  const { differences = [] } = JSON.parse(out || '{}') as { differences?: unknown[] };
  const problems = differences.map((each) => JSON.stringify(each));
  if (exitCode !== 0 && problems.length === 0) problems.push(`exit code ${exitCode}: ${error.trim()}`);
  return { what: 'the audit finds no difference', problems };
}
