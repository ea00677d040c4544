import { afterEach, describe, expect, it, vi } from 'vitest';
import { Tally } from '../../lambdas/metrics.ts';
import { metricsPublisher } from '../../lambdas/publish-metrics.ts';

afterEach(() => vi.restoreAllMocks());

/** The fields that CloudWatch reads from the log. */
function linesWritten(happen: (tally: Tally) => void) {
  const written: string[] = [];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => Boolean(written.push(String(text))));
  const tally = new Tally();
  happen(tally);
  metricsPublisher('Shop-Mail')(tally.take());
  vi.restoreAllMocks();
  return written.map((line) => JSON.parse(line));
}

describe('metrics in the log', () => {
  it('are one line for each set of dimensions, with the total of all providers on the same line', () => {
    const lines = linesWritten(({ measure }) => {
      measure('Accepted', { provider: 'sendgrid' });
      measure('EnqueuedBytes', { provider: 'sendgrid' }, 700);
    });
    expect(lines).toEqual([
      {
        _aws: {
          Timestamp: expect.any(Number),
          CloudWatchMetrics: [
            {
              Namespace: 'Mailfold',
              Dimensions: [
                ['service', 'stack', 'provider'],
                ['service', 'stack'],
              ],
              Metrics: [
                { Name: 'Accepted', Unit: 'Count' },
                { Name: 'EnqueuedBytes', Unit: 'Bytes' },
              ],
            },
          ],
        },
        service: expect.any(String),
        stack: 'Shop-Mail',
        provider: 'sendgrid',
        Accepted: 1,
        EnqueuedBytes: 700,
      },
    ]);
  });

  it('do not repeat the dimensions of one line in the next', () => {
    const [first, second] = linesWritten(({ measure }) => {
      measure('Refused', { provider: 'resend', reason: 'signature-mismatch' });
      measure('Unfinished', {}, 2);
    });
    expect(first).toMatchObject({ provider: 'resend', reason: 'signature-mismatch', Refused: 1 });
    expect(second).toEqual({
      _aws: expect.anything(),
      service: expect.any(String),
      stack: 'Shop-Mail',
      Unfinished: 2,
    });
  });

  it('can have a dimension in two sets, without a warning', () => {
    const lines = linesWritten(({ measure }) => measure('Stored', { provider: 'ses', type: 'delivered' }));
    expect(lines).toHaveLength(1);
    expect(lines[0]._aws.CloudWatchMetrics[0].Dimensions).toEqual([
      ['service', 'stack', 'provider', 'type'],
      ['service', 'stack', 'type'],
    ]);
    expect(lines[0]).toMatchObject({ provider: 'ses', type: 'delivered', Stored: 1 });
  });

  it('do not pass the console, which Lambda replaces by one that wraps each line', () => {
    const wrapped = vi.fn();
    for (const method of ['log', 'info', 'warn', 'error'] as const)
      vi.spyOn(console, method).mockImplementation(wrapped);
    const [line] = linesWritten(({ measure }) => measure('Accepted', { provider: 'sendgrid' }));
    expect(Object.keys(line)[0]).toBe('_aws');
    expect(wrapped).not.toHaveBeenCalled();
  });

  it('are no line when nothing happened', () => {
    expect(linesWritten(() => {})).toEqual([]);
  });
});
