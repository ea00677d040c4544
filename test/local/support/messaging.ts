import { SQS } from '@aws-sdk/client-sqs';
import type { Faults } from '../../../local/aws-endpoint.ts';
import { account, clientSettings, region } from '../../../local/clients.ts';
import type { Emulator } from '../../../local/emulator.ts';
import { runTemplate } from '../../../local/run-template.ts';
import { queues } from '../../../local/runners/queues.ts';
import { topics } from '../../../local/runners/topics.ts';
import { aTemplate } from './assembly.ts';

export type Messaging = {
  readonly awsEndpoint: string;
  readonly faults: Faults;
  readonly sqs: SQS;
  readonly untilMessage: Emulator['untilMessage'];
  arnOf(name: string): string;
  urlOf(name: string): string;
  /** How many messages are waiting in a queue, and how many are in flight. */
  countOf(name: string): Promise<{ waiting: number; out: number }>;
  stop(): Promise<void>;
};

/** SQS and SNS, with nothing in them. */
export async function startMessaging(): Promise<Messaging> {
  const { run, faults, stop } = await runTemplate(aTemplate({}), [queues, topics]);
  const { awsEndpoint } = run;
  const sqs = new SQS({ ...clientSettings(awsEndpoint), maxAttempts: 1 });
  const urlOf = (name: string) => `${awsEndpoint}/${account}/${name}`;
  return {
    awsEndpoint,
    faults,
    sqs,
    untilMessage: run.started(queues).untilMessage,
    urlOf,
    arnOf: (name) => `arn:aws:sqs:${region}:${account}:${name}`,
    async countOf(name) {
      const { Attributes = {} } = await sqs.getQueueAttributes({
        QueueUrl: urlOf(name),
        AttributeNames: ['All'],
      });
      return {
        waiting: Number(Attributes['ApproximateNumberOfMessages']),
        out: Number(Attributes['ApproximateNumberOfMessagesNotVisible']),
      };
    },
    async stop() {
      sqs.destroy();
      await stop();
    },
  };
}
