import { marshall } from '@aws-sdk/util-dynamodb';
import { noDimensionSettings } from '../core/dimension-settings.ts';
import { lakeHashes } from '../lake/lake-hashes.ts';
import { tellRecords } from '../lambdas/historian/tell-records.ts';
import { toldDimensions } from '../providers/told-dimensions.ts';
import { eventRow } from '../store/event-row.ts';
import { factsInImage } from '../store/stored-facts.ts';
import { eventsIn } from './load/records.ts';
import { messagesFor, trafficOf } from './load/traffic.ts';
import { interleaved } from './measure.ts';

/** A full batch: 6 MB of records. A trickle: what one shard collects in five minutes at a million events a month. */
const sizes = [3_000, 300, 30];

const { isAlwaysTold } = toldDimensions(noDimensionSettings, []);
const context = { hashes: lakeHashes('the key of a bench'), settings: noDimensionSettings, isAlwaysTold };

/** The CPU time of the historian for an event of the usual mix, by the size of a batch. */
export async function historianCosts() {
  const records = await streamRecords(Math.max(...sizes));
  const batches = sizes.map((size) => ({ size, text: JSON.stringify(records.slice(0, size)) }));
  const written = batches.map(() => 0);
  const measured = await interleaved(
    batches.map(({ size, text }, index) => ({
      name: String(size),
      // As many events for each, so that the clock measures all of them alike.
      run: async () => {
        for (let done = 0; done < 3_000; done += size) written[index] = await handle(text);
      },
    })),
    // The function never collects by hand either, and a collection makes the runs after it slower.
    { rounds: 15, collects: false },
  );
  return sizes.map((size, index) => ({
    size,
    cpuMicros: (measured[index]?.cpuMicros ?? Number.NaN) / 3_000,
    bytes: (written[index] ?? 0) / size,
  }));
}

/** What the function does with a call: Lambda passes it as JSON. Returns the bytes that it writes. */
async function handle(text: string): Promise<number> {
  let bytes = 0;
  await tellRecords(JSON.parse(text), {
    context,
    objects: {
      write: async (_, content) => {
        bytes += content.length;
      },
    },
    factsIn: (image: Parameters<typeof factsInImage>[0]) => factsInImage(image, () => []),
    log: { info: () => {}, error: (message) => throwError(message) },
  });
  return bytes;
}

function throwError(message: string): never {
  throw new Error(message);
}

/** Rows of the mix as the stream has them, in the form in which Lambda passes them: bytes are base64. */
async function streamRecords(count: number) {
  const traffic = await trafficOf({ name: 'lake', messages: messagesFor(count * 1.1), isBacklog: true });
  const events = traffic.flatMap(eventsIn).slice(0, count);
  return events.map(({ event, receivedAt }, index) => {
    const row = eventRow(event, { receivedAt }, { now: receivedAt, windowDays: 30 });
    const image = marshall(row, { removeUndefinedValues: true });
    const { B = new Uint8Array() } = image['payload'] ?? {};
    return {
      eventID: `${index}`.padStart(32, '0'),
      eventName: 'INSERT',
      dynamodb: {
        Keys: { messageId: image['messageId'], sortKey: image['sortKey'] },
        NewImage: { ...image, payload: { B: Buffer.from(B).toString('base64') } },
        SequenceNumber: String(index),
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
    };
  });
}
