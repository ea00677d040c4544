import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { accessLog, bytesPerLine, memoryOfOneCore } from '../cli/cost/prices.ts';
import type { Usage } from '../cli/cost/usage.ts';
import { manifestOf, topicProvider } from '../providers/manifests.ts';
import { simulatorOf } from '../providers/simulators.ts';
import { type Child, startChild } from './child.ts';
import type { Answer, Order } from './consumer-worker.ts';
import { type Engine, startEngine } from './engines.ts';
import type { IntakeAnswer, IntakeOrder } from './intake-worker.ts';
import type { Mix } from './load/habits.ts';
import { eventsIn } from './load/records.ts';
import { messagesFor, trafficOf } from './load/traffic.ts';
import type { Counts } from './stub/rows.ts';

const receiverMb = 512;
const consumerMb = 1_024;
const size = 3_000;

type MeasuredUsage = { readonly usage: Usage; readonly eventsPerMessage: number };

/** Sends a mix through receiver and consumer, and counts what AWS would bill. */
export async function measureUsage(
  mix: Mix,
  duplicates: number,
  contender: 'ours' | 'b' = 'ours',
): Promise<MeasuredUsage> {
  const keys = await keysFor(Object.keys(mix));
  const engine = await startEngine('stub', { BENCH_SECRET: JSON.stringify(keys.verification) });
  const messages = messagesFor(size);
  const traffic = await trafficOf({ name: 'usage', messages, mix, duplicates });
  const fresh = new Set(traffic.flatMap(eventsIn).map(({ event }) => `${event.messageId} ${event.id}`)).size;
  const intake = await intakeOf(engine, traffic, keys.signing);
  const storing = await storingOf(engine, contender, { load: 'trickle', size, mix, duplicates }, traffic);
  await engine.stop();
  const log = addLogs(intake.log, storing.log);
  const {
    log: _,
    tokenUnits: __,
    ...counts
  } = {
    ...intake,
    ...storing,
    lambdaRequests: intake.lambdaRequests + storing.lambdaRequests,
    sqsRequests: intake.sqsRequests + storing.sqsRequests,
    writeUnits: intake.tokenUnits + storing.writeUnits,
    otherWriteUnits: intake.tokenUnits + storing.otherWriteUnits,
    logBytes: log.bytes + log.lines * bytesPerLine,
  };
  const perEvent = Object.entries(counts).map(([name, count]) => [name, count / fresh]);
  return { usage: Object.fromEntries(perEvent) as Usage, eventsPerMessage: fresh / messages };
}

type Log = { readonly bytes: number; readonly lines: number };

function addLogs(...logs: readonly Log[]): Log {
  return {
    bytes: logs.reduce((sum, { bytes }) => sum + bytes, 0),
    lines: logs.reduce((sum, { lines }) => sum + lines, 0),
  };
}

function times(log: Log, count: number): Log {
  return { bytes: log.bytes * count, lines: log.lines * count };
}

/** The usage up to the queue, which is the same for every contender. */
async function intakeOf(
  engine: Engine,
  traffic: readonly SQSEvent[],
  signingKeys: Readonly<Record<string, string>>,
) {
  const records = traffic.flatMap(({ Records }) => Records);
  const worker = startChild(new URL('./intake-worker.ts', import.meta.url), [], engine.env);
  await worker.next();
  let [gbSeconds, requests, tokenUnits] = [0, 0, 0];
  let log: Log = { bytes: 0, lines: 0 };
  for (const [provider, signingKey] of Object.entries(signingKeys)) {
    const posted = records.filter((record) => providerOf(record) === provider).length;
    const sample: IntakeOrder = { provider, signingKey, requests: 100 };
    await worker.ask({ ...sample, requests: 50 });
    await engine.stub?.ask('counts');
    const before = worker.logged();
    const answer = await worker.ask<IntakeAnswer>(sample);
    const after = await settled(worker);
    const counts = await engine.stub?.ask<Counts>('counts');
    const share = posted / sample.requests;
    requests += posted;
    // A token that may be used once is written down.
    tokenUnits += (counts?.writeUnits ?? 0) * share;
    gbSeconds += billed(answer, receiverMb) * share;
    const written = { bytes: after.bytes - before.bytes, lines: after.lines - before.lines };
    log = addLogs(log, times(written, share), times(accessLog, posted));
  }
  await worker.stop();
  return {
    apiRequests: requests,
    lambdaRequests: requests,
    receiverGbSeconds: gbSeconds,
    tokenUnits,
    // SQS and SNS bill by size; the delivery from SNS to the queue is free.
    sqsRequests: sum(records.filter((record) => providerOf(record) !== topicProvider.name).map(chunksOf64Kb)),
    snsPublications: sum(
      records.filter((record) => providerOf(record) === topicProvider.name).map(chunksOf64Kb),
    ),
    log,
  };
}

async function storingOf(
  engine: Engine,
  contender: string,
  order: Omit<Order, 'name'>,
  traffic: readonly SQSEvent[],
) {
  const worker = startChild(new URL('./consumer-worker.ts', import.meta.url), [contender], engine.env);
  await worker.next();
  await worker.ask({ ...order, name: `${contender}warm` });
  await engine.stub?.ask('counts');
  const before = worker.logged();
  const answer = await worker.ask<Answer>({ ...order, name: contender });
  const after = await settled(worker);
  const counts = await engine.stub?.ask<Counts>('counts');
  await worker.stop();
  if (!counts) throw new Error('expected an engine with a stub, found none');
  const { calls: _, ...amounts } = counts;
  // Lambda receives and deletes ten messages per call.
  const tens = traffic.map(({ Records }) => Math.ceil(Records.length / 10));
  return {
    lambdaRequests: traffic.length,
    consumerGbSeconds: billed(answer, consumerMb),
    sqsRequests: 2 * sum(tens),
    ...amounts,
    // Lambda's own lines are filtered out (lib/lambda-function.ts).
    log: { bytes: after.bytes - before.bytes, lines: after.lines - before.lines },
  };
}

/** In GB-seconds: the time spent waiting, and the CPU time on Lambda's share of a core. */
function billed({ cpuMicros, wallMicros }: IntakeAnswer, memoryMb: number): number {
  const waiting = Math.max(0, wallMicros - cpuMicros);
  const working = cpuMicros * Math.max(1, memoryOfOneCore / memoryMb);
  return ((waiting + working) / 1_000_000) * (memoryMb / 1_024);
}

/** Waits until the last output of a child has arrived. */
async function settled(child: Child): Promise<Log> {
  for (let before = child.logged(); ; before = child.logged()) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (child.logged().bytes === before.bytes) return child.logged();
  }
}

async function keysFor(providers: readonly string[]) {
  const [signing, verification]: Record<string, string>[] = [{}, {}];
  for (const provider of providers) {
    const simulator = await simulatorOf(provider);
    // Events from the topic do not pass the receiver.
    if (!simulator || manifestOf(provider)?.transport === 'topic') continue;
    const keys = simulator.makeKeys();
    Object.assign(signing ?? {}, { [provider]: keys.signingKey });
    Object.assign(verification ?? {}, { [provider]: keys.verificationKey });
  }
  return { signing: signing ?? {}, verification: verification ?? {} };
}

function providerOf({ messageAttributes }: SQSRecord): string {
  return messageAttributes['provider']?.stringValue ?? topicProvider.name;
}

function chunksOf64Kb({ body }: SQSRecord): number {
  return Math.ceil(Buffer.byteLength(body) / 65_536);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
