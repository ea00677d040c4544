import { resolve } from 'node:path';
import { type ConsoleServer, startConsole } from '../../../cli/console/console-server.ts';
import type { MessageReport } from '../../../client/api.ts';
import { signedHeaders } from '../../../client/sign.ts';
import { clientSettings } from '../../../local/clients.ts';
import type { LocalStack } from '../../../local/local-stack.ts';
import { readStaticFiles } from '../../../serving/static-files.ts';
import { type OnTrouble, watchEvents } from '../../../store/live-events.ts';

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

/** Undefined while no event about the message has been stored. */
export async function readMessage(apiUrl: string, messageId: string): Promise<MessageReport | undefined> {
  const url = new URL(`${apiUrl}/v1/messages/${messageId}`);
  const request = { method: 'GET', url, headers: {}, body: '' };
  const response = await fetch(url, { headers: await sign(request) });
  const answer = (await response.json()) as MessageReport;
  return response.ok ? answer : undefined;
}

const sign = (request: Parameters<typeof signedHeaders>[0]) =>
  signedHeaders(request, { credentials, region: 'us-east-1', now: new Date() });

/** The console of a local stack, as `mailfold console` serves it. */
export async function serveConsole(
  { apiUrl, streams, endpoints }: LocalStack,
  onWatch: (tellTrouble: OnTrouble) => void = () => {},
): Promise<ConsoleServer> {
  const files = readStaticFiles(resolve(import.meta.dirname, '../../../dist/console'));
  const [stream] = streams;
  if (!files || !stream) throw new Error('expected a built console, and a table with a stream');
  return startConsole({
    files,
    api: {
      url: apiUrl,
      sign,
    },
    watch(onEvent, onTrouble) {
      onWatch(onTrouble);
      return watchEvents(stream.arn, clientSettings(endpoints.dynamoDbEndpoint), onEvent, onTrouble);
    },
  });
}
