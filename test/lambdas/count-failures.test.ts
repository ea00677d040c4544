import { afterEach, describe, expect, it, vi } from 'vitest';
import { countFailures } from '../../lambdas/count-failures.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

function linesOf(version: string | undefined, ...counts: number[]): unknown[] {
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'Mailfold-Receiver');
  vi.stubEnv('AWS_LAMBDA_FUNCTION_VERSION', version);
  for (const count of counts) countFailures(count);
  return lines.map((line) => JSON.parse(line));
}

describe('a failure that is answered', () => {
  it('is a metric of the version, so that a canary rollout sees it', () => {
    expect(linesOf('7', 2)).toEqual([
      {
        _aws: {
          Timestamp: expect.any(Number),
          CloudWatchMetrics: [
            {
              Namespace: 'Mailfold',
              Dimensions: [['function', 'version']],
              Metrics: [{ Name: 'Failed', Unit: 'Count' }],
            },
          ],
        },
        function: 'Mailfold-Receiver',
        version: '7',
        Failed: 2,
      },
    ]);
  });

  it('costs nothing while nothing fails, or where there are no versions', () => {
    expect(linesOf('7', 0)).toEqual([]);
    expect(linesOf('$LATEST', 1)).toEqual([]);
    expect(linesOf(undefined, 1)).toEqual([]);
  });
});
