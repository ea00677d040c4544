/** Throttling, timeouts, lost connections and faults of DynamoDB: the same call may succeed a moment later. */
const passingNames = new Set([
  'ProvisionedThroughputExceededException',
  'ProvisionedThroughputExceeded',
  'ThrottlingException',
  'ThrottlingError',
  'RequestLimitExceeded',
  'InternalServerError',
  'ServiceUnavailable',
  'TransactionConflictException',
  'TransactionConflict',
  'TransactionInProgressException',
  'TimeoutError',
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'ECONNABORTED',
  'EAI_AGAIN',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

export function passes(trouble: unknown): boolean {
  if (!(trouble instanceof Error)) return false;
  const { name, code, $metadata } = trouble as Error & {
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  return passingNames.has(name) || passingNames.has(code ?? '') || ($metadata?.httpStatusCode ?? 0) >= 500;
}

/** Returns after this many milliseconds. */
export type Pause = (millis: number) => Promise<unknown>;

/** Tries in a row that bring nothing. Whoever reaches it lets others go first: one hot row must not hold up the rest. */
export const maxStalls = 6;

/** Doubles with each try that brought nothing, up to a second. At random, so that many consumers do not come back at once. */
export function backoffMillis(stalls: number): number {
  return Math.random() * Math.min(1_000, 50 * 2 ** stalls);
}
