import { PublishCommand } from '@aws-sdk/client-sns';
import { outputs } from '../lib/outputs.ts';
import { snsOf } from './sns-of.ts';
import type { Target } from './target.ts';

/** Publishes to the stack's SES topic. Returns the status of the answer. */
export async function publish(payload: Buffer, target: Target): Promise<number> {
  const message = { TopicArn: target.output(outputs.sesTopicArn), Message: payload.toString() };
  const { $metadata } = await snsOf(target).send(new PublishCommand(message));
  return $metadata.httpStatusCode ?? 0;
}
