import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { inject } from 'vitest';
import { type ConsumedRecord, consume } from '../../lambdas/consumer/consume.ts';
import type { EmailEvent } from '../../lambdas/events/email-event.ts';
import type { Envelope } from '../../lambdas/queue/envelope.ts';
import { dynamoDbStore } from '../../lambdas/store/dynamodb-store.ts';
import { createTable } from '../support/tables.ts';
import { start } from './history.ts';
import { normalizerOf } from './post.ts';
import { nameOf, type Row } from './state.ts';

/** One thing that the consumer waits for: an answer of DynamoDB, or of the queue. */
export type Call =
  | { readonly to: 'table'; readonly key: string; readonly input: TableInput }
  | { readonly to: 'queue'; readonly envelope: Envelope };

type TableInput = {
  Item?: Row;
  Key?: Row;
  ConditionExpression?: string;
  ExpressionAttributeValues?: Record<string, unknown>;
};

/** Every call of a consumer goes through its wire, which may cut it, delay it or let it pass. */
export type Wire = <Answer>(perform: () => Promise<Answer>, call: Call) => Promise<Answer>;

export type Conditions = { wire?: Wire; now?: Date; isTimeUp?: () => boolean };

export type World = Awaited<ReturnType<typeof aWorld>>;

/** A pair of tables on the real engine, and consumers that work on them. */
export async function aWorld() {
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: inject('dynamoDbEndpoint'),
      region: 'us-east-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
  const table = `proof-${randomBytes(4).toString('hex')}`;
  const addressesTable = `${table}-addresses`;
  await createTable(client, table, 'messageId');
  await createTable(client, addressesTable, 'address');

  /** How often each row that is to be written once was written. */
  const written = new Map<string, number>();
  /** What was sent on to the queue. */
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

  return {
    client,
    table,
    written,
    sent,
    /** A name that no other history has. */
    aName: () => {
      named += 1;
      return `h${named}`;
    },
    /** Works through one batch; answers with the ids of the messages that are not finished. */
    consume: (
      records: readonly ConsumedRecord[],
      { wire = (perform) => perform(), now = start, isTimeUp = () => false }: Conditions = {},
    ) => {
      const send = (command: { input: TableInput }) => {
        const key = nameOf(command.input.Item ?? command.input.Key ?? {});
        const perform = async () => {
          const answer = await client.send(command as never);
          if (command.input.Item) written.set(key, (written.get(key) ?? 0) + 1);
          return answer;
        };
        return wire(perform, { to: 'table', key, input: command.input });
      };
      return consume(records, {
        normalizerOf,
        store: dynamoDbStore(
          { send } as unknown as DynamoDBDocumentClient,
          { table, addressesTable, windowDays: 30, statusRetentionDays: 400 },
          () => now,
        ),
        isRecorded: () => true,
        send: (envelope) =>
          wire(
            async () => {
              sent.push(envelope);
            },
            { to: 'queue', envelope },
          ),
        isTimeUp,
        log: { info: () => {}, error: () => {} },
      });
    },
    /** All rows of the messages and the addresses that these events are about. */
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
