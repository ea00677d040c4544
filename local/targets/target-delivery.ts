import { setTimeout as delay } from 'node:timers/promises';
import { Lambda } from '@aws-sdk/client-lambda';
import { SQS } from '@aws-sdk/client-sqs';
import { account, clientSettings, fakeCredentials } from '../clients.ts';
import { type Emulator, internalQueueUrl } from '../emulator.ts';
import { createPlaces } from '../places.ts';

/** Where a schedule or a rule sends what it has to tell, and how hard it tries. */
export type Target = {
  /** Of a function or a queue. */
  readonly arn: string;
  /** The access key of the role that sends. Omit for a service that needs no role. */
  readonly accessKeyId?: string;
  readonly mostRetries: number;
  readonly mostAgeSeconds: number;
  /** The queue for what could not be sent. */
  readonly deadLetterArn?: string;
};

export type TargetDelivery = {
  /** Returns at once. `about` tells in a dead letter where it comes from. */
  send(target: Target, payload: string, about: Readonly<Record<string, string>>): void;
  /** Drops what waits for a retry, and resolves when nothing is being sent. */
  stop(): Promise<void>;
};

type Failure = {
  readonly name: string;
  readonly message: string;
  readonly $metadata?: { httpStatusCode?: number };
};

/** Sends through the AWS endpoint, so that roles are checked and tests can make it fail. */
export function createTargetDelivery(
  awsEndpoint: string,
  emulator: Emulator,
  retrySeconds: number,
): TargetDelivery {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const places = createPlaces(sentAtOnce);
  const clients = new Map<string, Clients>();

  function clientsOf({ accessKeyId = fakeCredentials.accessKeyId }: Target): Clients {
    const known = clients.get(accessKeyId) ?? createClients(awsEndpoint, accessKeyId);
    clients.set(accessKeyId, known);
    return known;
  }

  async function handle(
    target: Target,
    payload: string,
    about: Readonly<Record<string, string>>,
  ): Promise<void> {
    const startedAt = Date.now();
    for (let retries = 0; !stopping.signal.aborted; retries += 1) {
      const failure = await places.hold(() => sendOnce(clientsOf(target), awsEndpoint, target, payload));
      if (!failure || stopping.signal.aborted) return;
      const given = whyGivenUp(failure, retries, (Date.now() - startedAt) / 1_000, target);
      if (given) {
        if (target.deadLetterArn) await sendDeadLetter(emulator, target, payload, { ...about, ...given });
        return;
      }
      const millis = Math.min(retrySeconds * 1_000, 100 * 2 ** Math.min(retries, 10));
      await delay(millis, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    send(target, payload, about) {
      const handling = handle(target, payload, about).catch(() => {});
      running.add(handling);
      void handling.finally(() => running.delete(handling));
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
      for (const { lambda, sqs } of clients.values()) for (const client of [lambda, sqs]) client.destroy();
    },
  };
}

/** More would only wait for the functions. */
const sentAtOnce = 8;

type Clients = { readonly lambda: Lambda; readonly sqs: SQS };

function createClients(awsEndpoint: string, accessKeyId: string): Clients {
  const credentials = { ...fakeCredentials, accessKeyId };
  // Tried again here, by the rules of the target.
  const settings = { ...clientSettings(awsEndpoint), credentials, maxAttempts: 1 };
  return { lambda: new Lambda(settings), sqs: new SQS(settings) };
}

async function sendOnce(
  { lambda, sqs }: Clients,
  awsEndpoint: string,
  { arn }: Target,
  payload: string,
): Promise<Failure | undefined> {
  try {
    if (arn.startsWith('arn:aws:lambda:')) {
      await lambda.invoke({ FunctionName: arn, InvocationType: 'Event', Payload: Buffer.from(payload) });
    } else {
      const QueueUrl = `${awsEndpoint}/${account}/${arn.split(':').at(-1)}`;
      await sqs.sendMessage({ QueueUrl, MessageBody: payload });
    }
    return undefined;
  } catch (error) {
    return error as Failure;
  }
}

/** Undefined when it is worth another try. */
function whyGivenUp(
  { name, message, $metadata }: Failure,
  retries: number,
  ageSeconds: number,
  { mostRetries, mostAgeSeconds }: Target,
): Record<string, string> | undefined {
  const error = { ERROR_CODE: name, ERROR_MESSAGE: message, RETRY_ATTEMPTS: String(retries) };
  const status = $metadata?.httpStatusCode ?? 500;
  const isPermanent = status < 500 && !/Throttl|TooManyRequests/.test(name);
  if (isPermanent) return error;
  if (retries >= mostRetries) return { ...error, EXHAUSTED_RETRY_CONDITION: 'MaximumRetryAttempts' };
  if (ageSeconds >= mostAgeSeconds)
    return { ...error, EXHAUSTED_RETRY_CONDITION: 'MaximumEventAgeInSeconds' };
  return undefined;
}

async function sendDeadLetter(
  emulator: Emulator,
  { arn, deadLetterArn = '' }: Target,
  payload: string,
  about: Readonly<Record<string, string>>,
): Promise<void> {
  const attributes = Object.entries({ ...about, TARGET_ARN: arn }).map(([name, value]) => [
    name,
    { DataType: 'String', StringValue: value.slice(0, 1_024) || '-' },
  ]);
  await emulator.sqs('SendMessage', {
    QueueUrl: internalQueueUrl(deadLetterArn.split(':').at(-1) ?? ''),
    MessageBody: payload,
    MessageAttributes: Object.fromEntries(attributes),
  });
}
