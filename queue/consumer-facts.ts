import type { ConsumerFacts, LakeFacts } from '../app/ports/health.ts';

/** What Lambda says of a mapping, as far as it matters here. */
type Mapping = {
  readonly State?: string;
  readonly UUID?: string;
  readonly LastProcessingResult?: string;
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

/** How the historian is connected to the stream. */
export function historianFactsOf({
  State,
  UUID,
  LastProcessingResult: latest = '',
}: Mapping): NonNullable<LakeFacts['historian']> {
  // Lambda says "OK", "No records processed", or "PROBLEM: …".
  const isTrouble = latest.startsWith('PROBLEM');
  return { mappingId: UUID ?? '', state: State ?? 'unknown', ...(isTrouble && { trouble: latest }) };
}
