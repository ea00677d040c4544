export type { AlarmSettings } from './alarm-plan.ts';
export type { ConsumerTuning } from './event-consumer.ts';
export { Mailfold } from './mailfold.ts';
export type { MailfoldProps, SuppressionProps, WarmThroughput } from './mailfold-props.ts';
export { MailfoldStack } from './mailfold-stack.ts';
export { outputs, webhookUrlOutput } from './outputs.ts';
export type { Throttle } from './webhook-api.ts';
export type { ReceiverTuning } from './webhook-receiver.ts';
