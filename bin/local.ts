#!/usr/bin/env node
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isAlive } from '../cli/local-endpoints.ts';
import { createPrinter } from '../cli/ui/local-run.ts';
import { CannotStart } from '../local/cannot-start.ts';
import { fakeCredentials, region } from '../local/clients.ts';
import { startDynamoDbLocal } from '../local/dynamodb-local.ts';
import { startHttpApi } from '../local/http-api.ts';
import { clearDataDir, startLocalStack } from '../local/local-stack.ts';
import { takeRunLock } from '../local/run-lock.ts';
import { synthesize } from '../local/synthesize.ts';
import { watchEvents } from '../store/live-events.ts';
import { announce, clearFaces, localFaces } from './local-faces.ts';

const usage = `Runs the whole of Mailfold on this machine, from the template that would be deployed.

  npm start                       go on with the data of the last run, in .mailfold/
  npm start -- --fresh            begin anew: without data, with new provider keys
  npm start -- --port 8080        serve the webhooks on another port (4710 by default)
  npm start -- --visibility 60    let a failed message come back after 60 seconds (10 by default)
  npm start -- --help             this text
`;

const dataDir = resolve('.mailfold');
const assemblyDir = resolve('cdk.out');
const printer = createPrinter();
const stopping = new AbortController();
/** What is to be undone at the end, the latest first. */
const undo: (() => unknown)[] = [];

type Settings = { port: number; fresh: boolean; visibilitySeconds: number };

async function run({ port, fresh, visibilitySeconds }: Settings): Promise<void> {
  const startedAt = performance.now();
  // A busy port should be known now, and not after the seconds that all the rest takes.
  await (await startHttpApi({ port })).stop();
  undo.push(takeRunLock(dataDir, isAlive).release);
  if (fresh) {
    clearDataDir(dataDir);
    clearFaces(dataDir);
  }
  printer.line('Synthesizing the template and starting DynamoDB Local …', 'dim');

  const synthesizing = synthesize(assemblyDir, stopping.signal);
  // Looked at below; until then a failure must not count as unnoticed.
  synthesizing.catch(() => {});
  const dynamoDb = await startDynamoDbLocal({ dataDir: join(dataDir, 'tables') });
  undo.push(dynamoDb.stop);
  await synthesizing;

  const stack = await startLocalStack({
    assemblyDir,
    dataDir,
    port,
    visibilitySeconds,
    dynamoDbEndpoint: dynamoDb.endpoint,
    onAnswer: printer.answer,
    onLog: printer.log,
    ...(await localFaces(dataDir)).options,
  });
  undo.push(stack.stop);
  for (const { arn } of stack.streams) {
    undo.push(
      (
        await watchEvents(
          arn,
          { endpoint: dynamoDb.endpoint, region, credentials: fakeCredentials },
          printer.event,
        )
      ).stop,
    );
  }
  undo.push(announce(dataDir, stack));
  printer.ready(stack, (performance.now() - startedAt) / 1_000);
}

function readSettings(): Settings | undefined {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4710' },
      fresh: { type: 'boolean', default: false },
      // The template's timeout is six times the consumer's, as AWS advises: with it, a message that keeps
      // failing would take half an hour to reach the dead letters.
      visibility: { type: 'string', default: '10' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  return {
    port: wholeNumber('--port', values.port, 65_535),
    fresh: values.fresh,
    visibilitySeconds: wholeNumber('--visibility', values.visibility, 43_200),
  };
}

function wholeNumber(name: string, text: string, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= most) return number;
  throw new CannotStart(`${name} takes a whole number from 0 to ${most}, not "${text}"`);
}

async function undoAll(): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
}

function complain(error: unknown): void {
  const known =
    error instanceof CannotStart || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
  const { message, stack } = error as Error;
  process.stderr.write(`${known ? message : (stack ?? message)}\n`);
}

async function main(): Promise<void> {
  const settings = readSettings();
  if (!settings) return void process.stdout.write(usage);

  let starting: Promise<unknown> = Promise.resolve();
  const stop = async (signal: string) => {
    // Twice is an order: the processes notice that this one is gone, and go as well.
    if (stopping.signal.aborted) process.exit(130);
    stopping.abort();
    if (signal === 'SIGINT') printer.line();
    printer.line('Stopping …', 'dim');
    await starting;
    await undoAll();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(signal));
  // npm hands a signal to its shell, and the shell dies of it without a word to this process.
  const shell = process.ppid;
  const startedByNpm = process.env['npm_lifecycle_event'] !== undefined;
  const watch = setInterval(() => startedByNpm && process.ppid !== shell && void stop('SIGHUP'), 500);
  stopping.signal.addEventListener('abort', () => clearInterval(watch));
  // The terminal may be gone already, and what is written there with it.
  process.stdout.on('error', () => {});

  starting = run(settings).catch(async (error) => {
    if (stopping.signal.aborted) return;
    complain(error);
    stopping.abort();
    await undoAll();
    process.exit(1);
  });
  await starting;
}

main().catch((error) => {
  complain(error);
  process.exitCode = 1;
});
