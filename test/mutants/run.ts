import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { progress } from '../../cli/ui/progress.ts';
import { paint, print, table } from '../../cli/ui/terminal.ts';
import { startDynamoDbLocal } from '../../local/dynamodb-local.ts';
import type { Mutant, Verdict } from './mutant.ts';
import { mutants } from './mutants.ts';
import { runMutants, troubleWithout } from './run-mutants.ts';
import { copyOf } from './workspace.ts';

const usage = [
  'Usage: npm run test:mutants [-- --only <name> …] [-- --list]',
  'Applies each change of test/mutants/lists to a copy of the code, and expects that a test fails.',
  '  --only <name>  try the mutants whose name contains this; can be repeated',
  '  --list         print the mutants and try none',
];
const terminal = { out: process.stdout, error: process.stderr };
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const mutantsAtOnce = 2;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    list: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const chosen = mutants.filter(({ name }) => values.only?.some((part) => name.includes(part)) ?? true);

if (values.help) print(terminal, ...usage);
else if (values.list)
  print(terminal, ...table(chosen.map(({ name, file, tests }) => [name, file, tests.join(' ')])));
else if (chosen.length === 0) {
  process.stderr.write('expected the name of a mutant, or a part of it; --list prints all names\n');
  process.exitCode = 2;
} else process.exitCode = await tryAll(chosen);

async function tryAll(chosen: readonly Mutant[]): Promise<number> {
  const dynamoDb = await startDynamoDbLocal({ quickStart: true });
  const workspaces = Array.from({ length: mutantsAtOnce }, () => copyOf(root, dynamoDb.endpoint));
  const clear = () => workspaces.forEach((workspace) => void workspace.remove());
  process.once('exit', clear);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      process.stderr.write(`stopped by ${signal}\n`);
      process.exit(130);
    });
  try {
    process.stderr.write('running the tests without a mutant …\n');
    const trouble = await troubleWithout(chosen, workspaces);
    if (trouble) {
      print(terminal, trouble, `0 passed, ${chosen.length} failed`);
      return 1;
    }
    const bar = progress('mutants', chosen.length, terminal);
    const verdicts = await runMutants(chosen, workspaces, (mutant, verdict) => {
      bar.advance();
      if (!process.stderr.isTTY) process.stderr.write(`${mutant.name}: ${verdict.type}\n`);
    });
    bar.end();
    return report(chosen, verdicts);
  } finally {
    await dynamoDb.stop();
  }
}

function report(chosen: readonly Mutant[], verdicts: readonly Verdict[]): number {
  const rows = chosen.map((mutant, index) => lineOf(mutant, verdicts[index]));
  const lines = table(rows);
  for (const [index, line] of lines.entries()) {
    const isKilled = verdicts[index]?.type === 'killed';
    print(terminal, isKilled ? line : paint('red', line, terminal));
  }
  const passed = verdicts.filter(({ type }) => type === 'killed').length;
  print(terminal, `${passed} passed, ${chosen.length - passed} failed`);
  return passed === chosen.length ? 0 : 1;
}

function lineOf({ name, file }: Mutant, verdict: Verdict | undefined): string[] {
  switch (verdict?.type) {
    case 'killed':
      return [name, file, 'killed', verdict.by];
    case 'survived':
      return [name, file, 'survived', 'no test failed'];
    default:
      return [name, file, verdict?.type ?? 'broken', verdict?.reason ?? 'not tried'];
  }
}
