import { randomBytes } from 'node:crypto';
import type { BatchStatementRequest } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { EmailEvent } from '../../core/email-event.ts';
import { type ConsumedRecord, consume } from '../../lambdas/consumer/consume.ts';
import { topicProvider } from '../../providers/manifests.ts';
import type { Envelope } from '../../queue/envelope.ts';
import { batchedStore } from '../../store/batched-store.ts';
import { dynamoDbStore } from '../../store/dynamodb-store.ts';
import { readEventTimes } from '../../store/event-times.ts';
import type { Store } from '../../store/store.ts';
import { createTable, sharedDynamoDb } from '../support/tables.ts';
import { start } from './history.ts';
import { normalizerOf } from './post.ts';
import { type Row, proofSettings as suppression } from './state.ts';
import { keysIn, performOn, rowsWrittenBy, type TableCommand } from './table-commands.ts';

/** One call of the consumer, to DynamoDB or to the queue. */
export type Call =
  | {
      readonly to: 'table';
      /** The name of the row; for a batch the names of all rows, joined. */
      readonly key: string;
      readonly keys: readonly string[];
      readonly input: TableInput;
    }
  | { readonly to: 'queue'; readonly envelope: Envelope };

export type TableInput = {
  ConditionExpression?: string;
  ExpressionAttributeValues?: Record<string, unknown>;
  Statements?: BatchStatementRequest[];
};

/** Every call of a consumer goes through its wire, which can break, delay or pass it. */
export type Wire = <Answer>(perform: () => Promise<Answer>, call: Call) => Promise<Answer>;

export type Conditions = {
  wire?: Wire;
  now?: Date;
  isTimeUp?: () => boolean;
  /** Rows whose statements are refused while the rest of the batch succeeds. */
  refused?: ReadonlySet<string>;
};

/** One conditional write per call, or batches of statements that fall back to it. */
export const stores = { single: dynamoDbStore, batched: batchedStore };
export type StoreKind = keyof typeof stores;

export type World = Awaited<ReturnType<typeof aWorld>>;

/** A pair of tables in DynamoDB Local, and consumers that write to them. */
export async function aWorld(kind: StoreKind = 'single') {
  const client = sharedDynamoDb();
  const table = `proof-${randomBytes(4).toString('hex')}`;
  const addressesTable = `${table}-addresses`;
  await createTable(client, table, 'messageId');
  await createTable(client, addressesTable, 'address');

  /** How often each row was written; each should be written once. */
  const written = new Map<string, number>();
  /** What was sent to the queue. */
  const sent: Envelope[] = [];
  let named = 0;

  const rowsUnder = async (TableName: string, partition: string, values: Iterable<string>) => {
    const pages = [...new Set(values)].map(async (value) => {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: '#partition = :value',
          ExpressionAttributeNames: { '#partition': partition },
          ExpressionAttributeValues: { ':value': value },
          ConsistentRead: true,
        }),
      );
      return Items as Row[];
    });
    return (await Promise.all(pages)).flat();
  };

  /** A store whose calls go through the wire. */
  const storeOf = (
    kind: StoreKind,
    { wire = (perform) => perform(), now = start, refused = new Set() }: Conditions = {},
  ): Store => {
    const send = (command: TableCommand) => {
      const keys = keysIn(command);
      const perform = async () => {
        const answer = await performOn(client, command, refused);
        for (const key of rowsWrittenBy(command, answer)) written.set(key, (written.get(key) ?? 0) + 1);
        return answer;
      };
      return wire(perform, { to: 'table', key: keys.join(', '), keys, input: command.input as TableInput });
    };
    return stores[kind](
      { send } as unknown as DynamoDBDocumentClient,
      { table, addressesTable, windowDays: 30, statusRetentionDays: 400, suppression },
      () => now,
      { pause: async () => {} },
    );
  };

  return {
    kind,
    client,
    table,
    written,
    sent,
    storeOf,
    /** A unique name for a history. */
    aName: () => {
      named += 1;
      return `h${named}`;
    },
    /** Consumes one batch. Returns the ids of the unfinished messages. */
    consume: (
      records: readonly ConsumedRecord[],
      { wire = (perform) => perform(), now = start, isTimeUp, refused = new Set() }: Conditions = {},
    ) => {
      // No test waits. A run gives up when it would try busy rows once more.
      let isOver = false;
      const giveUp = async () => {
        isOver = true;
      };
      return consume(records, {
        normalizerOf,
        topicProvider: topicProvider.name,
        store: storeOf(kind, { wire, now, refused }),
        timesOf: (messageId) => readEventTimes(client, table, messageId),
        isRecorded: () => true,
        send: (envelope) =>
          wire(
            async () => {
              sent.push(envelope);
            },
            { to: 'queue', envelope },
          ),
        isTimeUp: isTimeUp ?? (() => isOver),
        pause: giveUp,
        log: { info: () => {}, error: () => {} },
      });
    },
    /** All rows of the messages and addresses of these events. */
    rowsAbout: async (events: readonly EmailEvent[]): Promise<Row[]> => [
      ...(await rowsUnder(
        table,
        'messageId',
        events.map((event) => event.messageId),
      )),
      ...(await rowsUnder(
        addressesTable,
        'address',
        events.flatMap((event) => event.recipient ?? []),
      )),
    ],
  };
}
