import { defineConfig } from 'vitest/config';

/** Tests that speak to DynamoDB Local, or to the whole stack. */
const needsEngines = ['test/scenarios/**/*.test.ts', 'test/store/**/*.test.ts', 'test/proof/**/*.test.ts'];

export default defineConfig({
  test: {
    reporters: ['default', './test/support/closing-line.ts'],
    // More than the two cores of a small machine: most of the time a scenario waits for queues and windows, not for a core.
    maxWorkers: 4,
    // One process runs many files: loading all modules for each of them would take longer than most of the tests.
    isolate: false,
    setupFiles: ['test/support/one-file-after-another.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: [
            'test/{app,cli,client,core,deploy,fanout,integ,lake,lambdas,local,mutants,providers,queue,soak,tree}/**/*.test.ts',
          ],
          exclude: needsEngines,
          // Written for bundlers: Node cannot load it as it is.
          server: { deps: { inline: ['dt-sql-parser'] } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'templates',
          include: ['test/lib/**/*.test.ts'],
          // As long as all else in a synthesis. test/lib/cloudformation-rules.test.ts applies the rules to every kind of template.
          env: { CDK_VALIDATION: 'false' },
          // Bundling and packing take seconds on an idle machine, and minutes on a loaded one.
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'console',
          include: ['test/console/**/*.test.ts'],
          globalSetup: ['test/support/shared-assembly.ts', 'test/console/support/built-console.ts'],
          setupFiles: ['test/support/engines.ts'],
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'scenarios',
          include: needsEngines,
          globalSetup: ['test/support/shared-assembly.ts'],
          setupFiles: ['test/support/engines.ts'],
          // A loaded machine may be slow; a scenario waits for conditions, so this is only the end of its patience.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
