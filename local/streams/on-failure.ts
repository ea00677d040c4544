import { randomUUID } from 'node:crypto';
import { asciiJson } from '../ascii-json.ts';
import { CannotStart } from '../cannot-start.ts';
import { type Emulator, internalQueueUrl } from '../emulator.ts';
import type { Right } from '../permissions.ts';
import { bucketArn } from '../s3/s3-rights.ts';
import type { StreamRecord } from './stream-record.ts';

/** Records that a mapping gives up. */
export type Discarded = {
  readonly condition: 'RetryAttemptsExhausted' | 'RecordAgeExceeded';
  readonly shardId: string;
  readonly records: readonly StreamRecord[];
  readonly invocations: number;
};

/** Where a mapping tells about the records that it gives up. */
export type Destination = {
  /** What the role of the function needs. */
  readonly rights: readonly Right[];
  send(discarded: Discarded, emulator: Emulator): Promise<void>;
};

type Source = { readonly mapping: string; readonly functionArn: string; readonly streamArn: string };

/** Reads `DestinationConfig.OnFailure.Destination`, an ARN. */
export function readDestination(arn: string | undefined, source: Source): Destination | undefined {
  if (!arn) return undefined;
  const name = arn.split(':').at(-1) ?? '';
  if (arn.startsWith('arn:aws:sqs:')) {
    return {
      rights: [{ action: 'sqs:SendMessage', resources: [arn] }],
      async send(discarded, emulator) {
        const MessageBody = asciiJson(describe(discarded, source));
        await emulator.sqs('SendMessage', { QueueUrl: internalQueueUrl(name), MessageBody });
      },
    };
  }
  if (arn.startsWith('arn:aws:s3:::')) {
    return {
      rights: [
        { action: 's3:PutObject', resources: [bucketArn(`${name}/aws/lambda/${source.mapping}/`)] },
        { action: 's3:ListBucket', resources: [arn] },
      ],
      async send(discarded, emulator) {
        // Only an object has room for the records themselves.
        const payload = JSON.stringify({ Records: discarded.records });
        const body = Buffer.from(JSON.stringify({ ...describe(discarded, source), payload }));
        await emulator.putObject(name, objectKey(discarded, source), body);
      },
    };
  }
  throw new CannotStart(
    `${source.mapping} sends what fails to ${arn}; local/streams/on-failure.ts supports only queues and buckets`,
  );
}

/** https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html */
function describe(
  { condition, shardId, records, invocations }: Discarded,
  { functionArn, streamArn }: Source,
) {
  const [first, last] = [records[0]?.dynamodb, records.at(-1)?.dynamodb];
  const arrival = (record = first) =>
    new Date((record?.ApproximateCreationDateTime ?? 0) * 1_000).toISOString().replace('.000Z', 'Z');
  return {
    requestContext: {
      requestId: randomUUID(),
      functionArn: `${functionArn}:$LATEST`,
      condition,
      approximateInvokeCount: invocations,
    },
    ...(invocations > 0 && {
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    }),
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: first?.SequenceNumber,
      endSequenceNumber: last?.SequenceNumber,
      approximateArrivalOfFirstRecord: arrival(first),
      approximateArrivalOfLastRecord: arrival(last),
      batchSize: records.length,
      streamArn,
    },
  };
}

function objectKey({ shardId }: Discarded, { mapping }: Source): string {
  const now = new Date().toISOString().slice(0, 19);
  const [day = ''] = now.split('T');
  return `aws/lambda/${mapping}/${shardId}/${day.replaceAll('-', '/')}/${now.replaceAll(':', '.')}-${randomUUID()}`;
}
