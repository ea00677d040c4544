import { styleText } from 'node:util';
import { overwriteLine } from './overwrite-line.ts';

type Steps = {
  /** Shows a step while `work` runs, and how long it took. Several can run at the same time. */
  show<Result>(label: string, work: () => Promise<Result>): Promise<Result>;
  /** Removes what is still shown as running. */
  stop(): void;
};

type Output = Pick<NodeJS.WriteStream, 'write'> & { readonly isTTY?: boolean; readonly columns?: number };

/** The steps of a start that takes some seconds. On a terminal, the running steps show their time on one line. */
export function createSteps(out: Output = process.stdout): Steps {
  const running = new Map<string, number>();
  const clear = () => void (out.isTTY && overwriteLine(out, ''));
  const draw = () => {
    if (!out.isTTY || running.size === 0) return;
    const texts = [...running].map(([label, startedAt]) => `${label} … ${secondsSince(startedAt)}`);
    overwriteLine(out, `  ${texts.join(', ')}`, 'dim');
  };
  const ticking = setInterval(draw, 200);
  ticking.unref();

  return {
    async show(label, work) {
      const startedAt = performance.now();
      running.set(label, startedAt);
      if (out.isTTY) draw();
      else out.write(`  ${label} …\n`);
      try {
        const result = await work();
        clear();
        out.write(`${styleText('dim', `  ${label}: ${secondsSince(startedAt)}`)}\n`);
        return result;
      } finally {
        running.delete(label);
        draw();
      }
    },
    stop() {
      clearInterval(ticking);
      if (running.size > 0) clear();
      running.clear();
    },
  };
}

function secondsSince(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
}
