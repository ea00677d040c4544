import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** What the runner needs to know of a test run. */
export type Findings = {
  /** The test files that ran, relative to the root. */
  readonly files: readonly string[];
  readonly passed: number;
  readonly failures: readonly {
    readonly test: string;
    readonly error: string;
    readonly isAssertion: boolean;
  }[];
  /** Errors outside a test, such as an import that failed. */
  readonly unloadable: readonly string[];
};

/** The variable with the path of the file that the reporter writes. */
export const findingsVariable = 'MAILFOLD_FINDINGS';

/** A reporter for Vitest that leaves its findings in a file. */
export default class FindingsFile implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const findings: Findings = {
      files: modules.map(({ relativeModuleId }) => relativeModuleId),
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failures: tests.flatMap((test) =>
        (test.result().errors ?? []).map((error) => ({
          test: test.fullName,
          error: summaryOf(error),
          isAssertion: isAssertion(error),
        })),
      ),
      unloadable: [...modules.flatMap((module) => module.errors()), ...unhandled].map(summaryOf),
    };
    writeFileSync(process.env[findingsVariable] ?? '/dev/null', JSON.stringify(findings));
  }
}

/** A property of fast-check and a template of the CDK wrap the assertion, or have an error of their own. */
function isAssertion({ name, message, cause }: ErrorLike): boolean {
  if (name === 'AssertionError') return true;
  return /^Property failed/.test(message) && cause !== undefined && isAssertion(cause as ErrorLike);
}

type ErrorLike = { readonly name?: string; readonly message: string; readonly cause?: unknown };

function summaryOf({ name, message }: ErrorLike): string {
  return `${name ?? 'Error'}: ${message.split('\n')[0]}`;
}
