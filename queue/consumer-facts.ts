import type { ConsumerFacts } from '../app/ports/health.ts';

/** What Lambda says of a mapping, as far as it matters here. */
type Mapping = {
  readonly State?: string;
  readonly UUID?: string;
  readonly FunctionResponseTypes?: readonly string[];
  readonly ScalingConfig?: { readonly MaximumConcurrency?: number };
};

/** How the consumer is connected to its queue. */
export function consumerFactsOf({
  State,
  UUID,
  FunctionResponseTypes,
  ScalingConfig,
}: Mapping): ConsumerFacts {
  const maxConcurrency = ScalingConfig?.MaximumConcurrency;
  return {
    state: State ?? 'unknown',
    mappingId: UUID ?? '',
    retriesOnlyFailures: FunctionResponseTypes?.includes('ReportBatchItemFailures') ?? false,
    ...(maxConcurrency !== undefined && { maxConcurrency }),
  };
}
