// Run by a test in a process of its own, with a small heap: consumes one batch of posts of 768 KB each. Lambda can hand
// over 33 of them, which takes half a minute: `node --max-old-space-size=64 test/support/consume-full-posts.ts 33`.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { defaultSettings } from '../../core/suppression-settings.ts';
import { consume } from '../../lambdas/consumer/consume.ts';
import { normalizersWith } from '../../providers/normalizers.ts';
import { batchedStore } from '../../store/batched-store.ts';
import { rememberingStore } from '../../store/remembering-store.ts';
import { anEventsQueue } from './events-queue.ts';

const bytesPerPost = 768 * 1024;
let events = 0;

function fullPost(): string {
  const reports: string[] = [];
  for (let bytes = 2; ; ) {
    events += 1;
    const report = JSON.stringify({
      event: 'delivered',
      email: `user.${events}@customer.example`,
      timestamp: 1_767_225_600,
      sg_event_id: `event-${events}-${'x'.repeat(20)}`,
      sg_message_id: `message-${events}.recvd-5c7f9d8b6-x2k9q-1-65A3B2C1-${events % 97}.0`,
      'smtp-id': `<message-${events}@geopod-ismtpd-1>`,
      response: '250 2.0.0 OK 1767225600 a1-20020a05600c0a0100b0038eba413181si1234567wmp.57 - gsmtp',
    });
    bytes += report.length + 1;
    if (bytes > bytesPerPost) return `[${reports.join(',')}]`;
    reports.push(report);
  }
}

/** Accepts everything and keeps nothing. */
const send = async (command: { input: { Statements?: object[]; RequestItems?: Record<string, object> } }) => {
  const { Statements, RequestItems = {} } = command.input;
  await new Promise(setImmediate);
  return {
    Responses: Statements
      ? Statements.map(() => ({}))
      : Object.fromEntries(Object.keys(RequestItems).map((table) => [table, []])),
  };
};

const now = () => new Date('2026-01-01T00:00:10Z');
const settings = {
  table: 'messages',
  addressesTable: 'addresses',
  windowDays: 30,
  statusRetentionDays: 400,
  suppression: defaultSettings,
};
const client = { send } as unknown as DynamoDBDocumentClient;
const queue = anEventsQueue(Array.from({ length: Number(process.argv[2]) }, fullPost));
let peakBytes = 0;
const look = setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
}, 10);
const unfinished = await queue.deliver((batch) =>
  consume(batch, {
    normalizerOf: normalizersWith({}),
    topicProvider: 'ses',
    store: rememberingStore(batchedStore(client, settings, now), now),
    timesOf: async () => [],
    isRecorded: () => true,
    send: queue.send,
    isTimeUp: () => false,
    pause: async () => {},
    log: { info: () => {}, error: () => {} },
  }),
);
clearInterval(look);
process.stdout.write(JSON.stringify({ events, unfinished, rssMb: Math.round(peakBytes / 1024 / 1024) }));
