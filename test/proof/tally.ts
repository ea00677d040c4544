import type { Reporter, TestModule } from 'vitest/node';

/** How many of each thing a test has checked. */
export type Tally = Record<string, number>;

declare module 'vitest' {
  interface TaskMeta {
    tally?: Tally;
  }
}

/** Ends a deep run with one line that says how much was checked. */
export default class TallyLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const total: Tally = {};
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        for (const [what, count] of Object.entries(test.meta().tally ?? {}))
          total[what] = (total[what] ?? 0) + count;
      }
    }
    const parts = Object.entries(total).map(([what, count]) => `${count.toLocaleString('en-US')} ${what}`);
    process.stdout.write(`proof: ${parts.join(', ')}\n`);
  }
}
