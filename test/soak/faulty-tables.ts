import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../cli/storm/random.ts';
import { closeServer, listen, readBody } from '../../local/http-server.ts';
import type { Counts } from './counts.ts';
import { refuseParts } from './partial-throttling.ts';
import { calm, type Spell } from './spells.ts';

type TableCall = {
  readonly operation: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
};
type TableAnswer = { readonly status: number; readonly body: Buffer };

/** Stands between the stack and DynamoDB Local, which itself never throttles and never breaks a connection. */
export type FaultyTables = {
  readonly endpoint: string;
  spell: Spell;
  /** Resolves at the next call of one of these operations, before it is executed. */
  nextCall(operations: readonly string[]): Promise<void>;
  stop(): Promise<void>;
};

/** Longer than the consumer waits for an answer. */
const slowestMillis = 4_000;

export async function startFaultyTables(
  dynamoDbEndpoint: string,
  random: Random,
  counts: Counts,
): Promise<FaultyTables> {
  const calls = createAnnouncements();
  const world = { dynamoDbEndpoint, random, counts };
  const server = createServer(async (request, response) => {
    try {
      const call = await readCall(request);
      calls.announce(call.operation);
      send(response, await answerWithTrouble(call, tables.spell, world));
    } catch {
      response.destroy();
    }
  });
  const port = await listen(server, 0);
  const tables: FaultyTables = {
    endpoint: `http://127.0.0.1:${port}`,
    spell: calm,
    nextCall: calls.next,
    stop: () => closeServer(server),
  };
  return tables;
}

type World = { readonly dynamoDbEndpoint: string; readonly random: Random; readonly counts: Counts };

/** Undefined when the connection breaks. */
async function answerWithTrouble(
  call: TableCall,
  spell: Spell,
  world: World,
): Promise<TableAnswer | undefined> {
  const { random, counts } = world;
  if (random.happens(spell.slow)) {
    counts.slowCalls += 1;
    await delay(random.next() * slowestMillis);
  }
  const breaks = breakOf(spell, random);
  if (breaks) counts.brokenCalls += 1;
  if (breaks === 'before') return undefined;
  const answer = await answerOrRefuse(call, spell, world);
  return breaks === 'after' ? undefined : answer;
}

async function answerOrRefuse(call: TableCall, spell: Spell, world: World): Promise<TableAnswer> {
  const { dynamoDbEndpoint, random, counts } = world;
  if (random.happens(spell.throttled)) {
    counts.throttledCalls += 1;
    return refusal(random);
  }
  const partial =
    spell.throttledParts > 0 &&
    refuseParts(call.operation, JSON.parse(call.body.toString()), () => random.happens(spell.throttledParts));
  if (!partial) return forward(dynamoDbEndpoint, call);
  counts.throttledCalls += 1;
  if (!partial.forward) return { status: 200, body: toBody(partial.merge({})) };
  const answer = await forward(dynamoDbEndpoint, { ...call, body: toBody(partial.forward) });
  if (answer.status !== 200) return answer;
  return { status: 200, body: toBody(partial.merge(JSON.parse(answer.body.toString()))) };
}

/** Lets others wait for a call of some kind. */
function createAnnouncements() {
  const waiting = new Map<() => void, readonly string[]>();
  return {
    next: (operations: readonly string[]) =>
      new Promise<void>((resolve) => void waiting.set(resolve, operations)),
    announce(operation: string) {
      for (const [resolve, operations] of waiting) {
        if (!operations.includes(operation)) continue;
        waiting.delete(resolve);
        resolve();
      }
    },
  };
}

function send(response: ServerResponse, answer: TableAnswer | undefined): void {
  if (!answer) {
    response.destroy();
    return;
  }
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'content-length': answer.body.length };
  response.writeHead(answer.status, headers).end(answer.body);
}

async function readCall(request: IncomingMessage): Promise<TableCall> {
  const kept = ['content-type', 'x-amz-target', 'authorization', 'x-amz-date'];
  const headers = Object.fromEntries(
    kept.flatMap((name) => (request.headers[name] ? [[name, String(request.headers[name])]] : [])),
  );
  const operation = headers['x-amz-target']?.split('.').at(-1) ?? '';
  return { operation, headers, body: await readBody(request) };
}

async function forward(endpoint: string, { headers, body }: TableCall): Promise<TableAnswer> {
  const response = await fetch(endpoint, { method: 'POST', headers, body: new Uint8Array(body) });
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
}

function breakOf({ brokenBefore, brokenAfter }: Spell, random: Random): 'before' | 'after' | undefined {
  const drawn = random.next();
  if (drawn < brokenBefore) return 'before';
  return drawn < brokenBefore + brokenAfter ? 'after' : undefined;
}

function refusal(random: Random): TableAnswer {
  const type = random.pick([
    'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
    'com.amazon.coral.availability#ThrottlingException',
    'com.amazonaws.dynamodb.v20120810#RequestLimitExceeded',
  ]);
  return { status: 400, body: toBody({ __type: type, message: 'Throttled.' }) };
}

function toBody(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
