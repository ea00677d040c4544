import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { credentialsFor } from '../../client/credentials.ts';
import { regionOf } from '../../client/region-of.ts';
import { signedHeaders } from '../../client/sign.ts';
import { outputs } from '../../lib/outputs.ts';
import { projectFolder } from '../../lib/project-folder.ts';
import { readStaticFiles, type StaticFiles } from '../../serving/static-files.ts';
import { watchEvents } from '../../store/live-events.ts';
import { messagesStream } from '../messages-stream.ts';
import { exitCodes, Problem } from '../problem.ts';
import type { Target } from '../target.ts';
import { type ConsoleServer, startConsole } from './console-server.ts';
import type { WatchEvents } from './live-stream.ts';
import type { ConsoleApi } from './pass-on.ts';

/** Where the console is found unless another port is asked for. */
const usualPort = 4700;

/** Starts the console of a stack. Without a port: on the usual one, or on any other if that is in use. */
export async function consoleOf(target: Target, port?: number): Promise<ConsoleServer> {
  const options = { files: consoleFiles(), api: apiOf(target), watch: watchOf(target) };
  try {
    return await startConsole({ ...options, port: port ?? usualPort });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    if (port === undefined) return startConsole(options);
    throw new Problem(
      `port ${port} is in use; stop the program that uses it, or choose another port: --port ${port + 1}`,
      exitCodes.failure,
    );
  }
}

/** Where the build puts the console's pages. */
const consoleFolder = join(projectFolder, 'dist', 'console');

export function isConsoleBuilt(): boolean {
  return existsSync(join(consoleFolder, 'index.html'));
}

function consoleFiles(): StaticFiles {
  const files = readStaticFiles(consoleFolder);
  if (!files)
    throw new Problem('the console is not built; build it with `npm run build:console`', exitCodes.failure);
  return files;
}

/** Signs as the person who runs the program: that person's policies decide what the console may do. */
function apiOf({ output, chosenBy: { profile, region } }: Target): ConsoleApi {
  const url = output(outputs.apiUrl).replace(/\/$/, '');
  const credentials = credentialsFor(new URL(url), { profile });
  const signing = { region: region ?? regionOf(new URL(url)) };
  return {
    url,
    sign: async (request) =>
      signedHeaders(request, { ...signing, credentials: await credentials(), now: new Date() }),
  };
}

function watchOf(target: Target): WatchEvents {
  return async (onEvent, onTrouble) =>
    watchEvents(await messagesStream(target), target.dynamoDbSettings, onEvent, onTrouble);
}
