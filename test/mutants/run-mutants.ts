import { judge } from './judge.ts';
import type { Mutant, Verdict } from './mutant.ts';
import { mutate } from './mutate.ts';
import type { Workspace } from './workspace.ts';

/** Tries each mutant, one per workspace at a time. The verdicts are in the order of the mutants. */
export async function runMutants(
  mutants: readonly Mutant[],
  workspaces: readonly Workspace[],
  onVerdict: (mutant: Mutant, verdict: Verdict) => void = () => {},
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const waiting = mutants.entries();
  await Promise.all(
    workspaces.map(async (workspace) => {
      for (const [index, mutant] of waiting) {
        const verdict = await verdictOn(mutant, workspace);
        verdicts[index] = verdict;
        onVerdict(mutant, verdict);
      }
    }),
  );
  return verdicts;
}

async function verdictOn(mutant: Mutant, workspace: Workspace): Promise<Verdict> {
  const original = workspace.read(mutant.file);
  const mutated = mutate(original, mutant);
  if (!('text' in mutated)) return mutated;
  workspace.write(mutant.file, mutated.text);
  try {
    return judge(await workspace.runTests(mutant.tests, { only: mutant.only }));
  } finally {
    workspace.write(mutant.file, original);
  }
}

/** Why the tests cannot judge: they must exist, and pass without any mutant. Undefined when they do. */
export async function troubleWithout(
  mutants: readonly Mutant[],
  workspaces: readonly Workspace[],
): Promise<string | undefined> {
  const files = [...new Set(mutants.flatMap(({ tests }) => tests))];
  const troubles = workspaces.map((workspace, place) =>
    troubleIn(
      files.filter((_, index) => index % workspaces.length === place),
      workspace,
    ),
  );
  return (await Promise.all(troubles)).find((trouble) => trouble !== undefined);
}

async function troubleIn(files: readonly string[], workspace: Workspace): Promise<string | undefined> {
  if (files.length === 0) return undefined;
  const findings = await workspace.runTests(files, { minutes: 30 });
  const missing = files.find((file) => findings && !findings.files.includes(file));
  if (missing) return `expected the test file ${missing}, found none`;
  const verdict = judge(findings);
  switch (verdict.type) {
    case 'survived':
      return undefined;
    case 'killed':
      return `a test fails without any mutant: ${verdict.by}`;
    default:
      return `the tests fail without any mutant: ${verdict.reason}`;
  }
}
