/**
 * The entries that a function reports with ReportBatchItemFailures. An empty or absent list means success. Undefined when the
 * response is malformed, which fails all of them.
 */
export function failedIds(response: unknown): string[] | undefined {
  if (response === null || response === undefined) return [];
  if (typeof response !== 'object' || Array.isArray(response)) return undefined;
  const { batchItemFailures: failures } = response as { batchItemFailures?: unknown };
  if (failures === null || failures === undefined) return [];
  if (!Array.isArray(failures)) return undefined;
  const ids = failures.map((failure) => (failure as { itemIdentifier?: unknown } | null)?.itemIdentifier);
  return ids.every((id) => typeof id === 'string' && id !== '') ? (ids as string[]) : undefined;
}
