import { describe, expect, it } from 'vitest';
import { createSteps } from '../../cli/ui/steps.ts';

function anOutput(isTTY: boolean) {
  const written: string[] = [];
  return { written, out: { isTTY, write: (text: string) => written.push(text) > 0 } };
}

describe('the steps of a start', () => {
  it('are named when they begin and again when they end, so that no wait is silent', async () => {
    const { written, out } = anOutput(false);
    const steps = createSteps(out);
    const result = await steps.show('starting', async () => {
      expect(written).toEqual(['  starting …\n']);
      return 'ready';
    });
    steps.stop();
    expect(result).toBe('ready');
    expect(written.at(-1)).toMatch(/starting: \d+\.\d s/);
  });

  it('show on a terminal what is still running', async () => {
    const { written, out } = anOutput(true);
    const steps = createSteps(out);
    let finish = () => {};
    const slow = steps.show('slow', () => new Promise<void>((resolve) => (finish = resolve)));
    await steps.show('quick', async () => {});
    expect(written.at(-1)).toContain('slow … ');
    finish();
    await slow;
    steps.stop();
    expect(written.at(-1)).toMatch(/slow: \d+\.\d s/);
  });

  it('pass a failure on', async () => {
    const steps = createSteps(anOutput(false).out);
    await expect(steps.show('starting', () => Promise.reject(new Error('no java')))).rejects.toThrow(
      'no java',
    );
    steps.stop();
  });
});
