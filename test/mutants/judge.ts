import type { Findings } from './findings.ts';
import type { Verdict } from './mutant.ts';

/** What the findings of a test run say about the mutant that it ran with. */
export function judge(findings: Findings | undefined): Verdict {
  if (!findings) return { type: 'broken', reason: 'the tests did not come to an end' };
  const [unloadable] = findings.unloadable;
  if (unloadable) return { type: 'broken', reason: `a test file could not run: ${unloadable}` };
  const { failures, passed } = findings;
  const killer = failures.find(({ isAssertion }) => isAssertion);
  if (killer) return { type: 'killed', by: killer.test };
  const [other] = failures;
  if (other) return { type: 'broken', reason: `not an assertion: ${other.error}` };
  if (passed === 0) return { type: 'broken', reason: 'no test ran' };
  return { type: 'survived' };
}
