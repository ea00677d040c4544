import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { Announcement } from './event-schema.ts';

export const busSource = 'mailfold';

/** EventBridge takes ten at once; with texts cut to their limits, ten are far below the 1 MB that it takes in total. */
const mostAtOnce = 10;

/** What EventBridge will never accept. Everything else passes. */
const hopeless: readonly string[] = ['InvalidArgument', 'MalformedDetail'];

/** Puts events on the bus. Returns those to be tried again; `onRefused` hears of those that are not worth it. */
export async function putOnBus(
  client: EventBridgeClient,
  busName: string,
  announcements: readonly Announcement[],
  onRefused: (id: string, code: string) => void,
): Promise<Announcement[]> {
  const left: Announcement[] = [];
  for (let start = 0; start < announcements.length; start += mostAtOnce) {
    const chunk = announcements.slice(start, start + mostAtOnce);
    left.push(...(await putChunk(client, busName, chunk, onRefused)));
  }
  return left;
}

async function putChunk(
  client: EventBridgeClient,
  EventBusName: string,
  chunk: readonly Announcement[],
  onRefused: (id: string, code: string) => void,
): Promise<readonly Announcement[]> {
  const Entries = chunk.map(({ type, data }) => ({
    EventBusName,
    Source: busSource,
    DetailType: type,
    Detail: JSON.stringify(data),
  }));
  try {
    const { Entries: results = [] } = await client.send(new PutEventsCommand({ Entries }));
    return chunk.filter(({ data }, index) => {
      const { EventId, ErrorCode = '' } = results[index] ?? {};
      if (hopeless.includes(ErrorCode)) onRefused(data.id, ErrorCode);
      return EventId === undefined && !hopeless.includes(ErrorCode);
    });
  } catch {
    // Endpoints still get theirs.
    return chunk;
  }
}
