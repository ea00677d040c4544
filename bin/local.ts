#!/usr/bin/env node
import { join, resolve } from 'node:path';
import { consoleOf, isConsoleBuilt } from '../cli/console/console-of.ts';
import { fileProblem } from '../cli/file-problem.ts';
import { isAlive } from '../cli/local-endpoints.ts';
import { localFolder } from '../cli/local-folder.ts';
import { type LocalSettings, localUsage, readLocalSettings } from '../cli/local-settings.ts';
import { makeFolder } from '../cli/make-folder.ts';
import { exitCodes, Problem } from '../cli/problem.ts';
import { localTargetOf } from '../cli/target.ts';
import { createPrinter } from '../cli/ui/local-run.ts';
import { printableLines } from '../cli/ui/printable.ts';
import { createSteps } from '../cli/ui/steps.ts';
import { buildConsole } from '../console/build/build-console.ts';
import { BadSetting, UnknownStage } from '../lib/bad-setting.ts';
import { readStage } from '../lib/settings-file.ts';
import { CannotStart } from '../local/cannot-start.ts';
import { clientSettings } from '../local/clients.ts';
import { startDynamoDbLocal } from '../local/dynamodb-local.ts';
import { type Foreground, runInForeground } from '../local/foreground.ts';
import { startHttpApi } from '../local/http-api.ts';
import { clearDataDir, startLocalStack } from '../local/local-stack.ts';
import { takeRunLock } from '../local/run-lock.ts';
import { type Context, synthesize } from '../local/synthesize.ts';
import { watchEvents } from '../store/live-events.ts';
import { announce, clearFaces, endpointsOf, localFaces } from './local-faces.ts';

const dataDir = resolve(localFolder());
// Not cdk.out: a deployment with other settings writes there.
const assemblyDir = join(dataDir, 'assembly');
const printer = createPrinter();

async function start(
  settings: LocalSettings,
  context: Context,
  { stopping, onStop }: Foreground,
): Promise<void> {
  const startedAt = performance.now();
  const { port, keep, fresh, visibilitySeconds, longestWindowSeconds } = settings;
  // Tried first, so that a port in use is reported at once.
  await (await startHttpApi({ port })).stop();
  makeFolder(dataDir);
  onStop(takeRunLock(dataDir, isAlive).release);
  if (fresh) {
    clearDataDir(dataDir);
    clearFaces(dataDir);
  }
  const steps = createSteps();
  onStop(steps.stop);
  const synthesizing = steps.show('synthesizing the template and bundling the functions', () =>
    synthesize(assemblyDir, stopping, context),
  );
  // Awaited below; until then a failure must not count as unhandled.
  synthesizing.catch(() => {});
  await steps.show('building the console', buildConsole);
  const dynamoDb = await steps.show('starting DynamoDB Local', () =>
    startDynamoDbLocal(keep ? { dataDir: join(dataDir, 'tables') } : { quickStart: true }),
  );
  onStop(dynamoDb.stop);
  await synthesizing;

  const stack = await steps.show('creating tables, queues and functions', async () =>
    startLocalStack({
      assemblyDir,
      ...(keep && { dataDir }),
      port,
      visibilitySeconds,
      longestWindowSeconds,
      dynamoDbEndpoint: dynamoDb.endpoint,
      onAnswer: printer.answer,
      onLog: printer.log,
      ...(await localFaces(dataDir)).options,
    }),
  );
  onStop(stack.stop);
  for (const { arn } of stack.streams) {
    const live = await watchEvents(arn, clientSettings(dynamoDb.endpoint), printer.event);
    onStop(live.stop);
  }
  onStop(announce(dataDir, stack));
  const console = isConsoleBuilt() ? await consoleOf(localTargetOf(endpointsOf(stack))) : undefined;
  if (console) onStop(console.stop);
  steps.stop();
  printer.ready(
    { ...stack, ...(console && { consoleUrl: console.url }) },
    { seconds: (performance.now() - startedAt) / 1_000, keep },
  );
}

/** The stage to synthesize: `dev`, unless another one is asked for. */
async function contextFor({ stage: asked, config }: LocalSettings): Promise<Context> {
  const file = config === undefined ? {} : { file: config };
  const { name } = await readStage(asked, { ...file, otherwise: 'dev' });
  return { stage: name, ...(config !== undefined && { config: resolve(config) }) };
}

function report(error: unknown): void {
  const { message, stack } = fileProblem(error) ?? (error as Error);
  const known = [CannotStart, Problem, BadSetting];
  const isKnown = known.some((kind) => error instanceof kind) || fileProblem(error);
  process.stderr.write(`${printableLines(isKnown ? message : (stack ?? message))}\n`);
}

try {
  const settings = readLocalSettings(process.argv.slice(2));
  if (!settings) process.stdout.write(localUsage);
  else {
    const context = await contextFor(settings);
    await runInForeground({
      async start(foreground) {
        await start(settings, context, foreground);
        return undefined;
      },
      onStopping(signal) {
        // The terminal has written ^C on the current line.
        if (signal === 'SIGINT') printer.line();
        printer.line('Stopping …', 'dim');
      },
      onError: report,
    });
  }
} catch (error) {
  report(error);
  const usage = error instanceof UnknownStage ? exitCodes.usage : 1;
  process.exitCode = error instanceof Problem ? error.exitCode : usage;
}
