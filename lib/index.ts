export type { AlarmSettings } from './alarms.ts';
export type { ConsumerTuning } from './event-consumer.ts';
export { Mailfold, type MailfoldProps } from './mailfold.ts';
export { MailfoldStack } from './mailfold-stack.ts';
export { outputs, webhookUrlOutput } from './outputs.ts';
export type { Throttle } from './webhook-api.ts';
