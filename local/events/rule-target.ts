import { asciiJson } from '../ascii-json.ts';
import type { Target } from '../targets/target-delivery.ts';
import type { BusEvent } from './event.ts';

/** A target of a rule, as templates and the API write it. */
export type RuleTarget = {
  readonly Id?: string;
  readonly Arn?: string;
  readonly Input?: string;
  readonly InputPath?: string;
  readonly RetryPolicy?: {
    readonly MaximumRetryAttempts?: number;
    readonly MaximumEventAgeInSeconds?: number;
  };
  readonly DeadLetterConfig?: { readonly Arn?: string };
  readonly [field: string]: unknown;
};

const supported = ['Id', 'Arn', 'Input', 'InputPath', 'RetryPolicy', 'DeadLetterConfig'];

/** What a local bus cannot do for this target; undefined when it can send to it. */
export function whatIsUnsupported(target: RuleTarget): string | undefined {
  const { Id, Arn = '', InputPath } = target;
  if (!/^arn:aws:(sqs|lambda):/.test(Arn))
    return `target ${Id} is ${Arn}; local rules send only to queues and functions`;
  // A role is needed for none of them.
  const [field] = Object.keys(target).filter((name) => ![...supported, 'RoleArn'].includes(name));
  if (field) return `target ${Id} has ${field}, which local/events/rule-target.ts does not support`;
  if (InputPath !== undefined && !/^\$(\.[\w-]+)*$/.test(InputPath)) {
    return `target ${Id} has the InputPath ${InputPath}; local/events/rule-target.ts supports only names with dots between`;
  }
  return undefined;
}

export function toTarget({ Arn = '', RetryPolicy = {}, DeadLetterConfig }: RuleTarget): Target {
  return {
    arn: Arn,
    mostRetries: RetryPolicy.MaximumRetryAttempts ?? 185,
    mostAgeSeconds: RetryPolicy.MaximumEventAgeInSeconds ?? 86_400,
    ...(DeadLetterConfig?.Arn && { deadLetterArn: DeadLetterConfig.Arn }),
  };
}

/** What the target gets: a constant, a part of the event, or all of it. */
export function payloadFor({ Input, InputPath = '$' }: RuleTarget, event: BusEvent): string {
  if (Input !== undefined) return Input;
  const names = InputPath.split('.').slice(1);
  const part = names.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | undefined)?.[name],
    event,
  );
  return asciiJson(part ?? null);
}
