import { defineConfig } from 'vitest/config';

/** All test files in one project, on a DynamoDB Local that the runner has started. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/mutants/fixed-seed.ts'],
    reporters: ['./test/mutants/findings.ts'],
    // The runner has several of these at work.
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
