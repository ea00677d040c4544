import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: ['default', './test/support/closing-line.ts'],
    // Two workers suit the two cores of a small machine; the scenarios start processes of their own besides.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['test/{lambdas,lib,local,cli}/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'scenarios',
          include: ['test/scenarios/**/*.test.ts'],
          globalSetup: ['test/support/shared-engines.ts'],
          // A loaded machine may be slow; a scenario waits for conditions, so this is only the end of its patience.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
