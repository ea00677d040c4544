import { cpus, totalmem } from 'node:os';
import { print } from '../cli/ui/terminal.ts';
import { asMarkdown, printReport, type Report } from './report.ts';

/** In the order of docs/performance.md. Each is loaded only when it runs. */
const benches: Record<string, () => Promise<() => Promise<Report>>> = {
  verify: async () => (await import('./verify.ts')).verify,
  receiver: async () => (await import('./receiver.ts')).receiver,
  bundle: async () => (await import('./bundle.ts')).bundle,
  consumer: async () => (await import('./consumer.ts')).consumer,
  units: async () => (await import('./units.ts')).units,
  growth: async () => (await import('./growth.ts')).growth,
  lake: async () => (await import('./lake.ts')).lake,
  start: async () => (await import('./start.ts')).start,
  usage: async () => (await import('./usage-table.ts')).usage,
};

const terminal = { out: process.stdout, error: process.stderr };
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isMarkdown = process.argv.includes('--markdown');
const unknown = names.find((name) => !benches[name]);

if (unknown !== undefined || process.argv.includes('--help')) {
  if (unknown !== undefined) print({ ...terminal, out: process.stderr }, `unknown bench "${unknown}"`);
  print(
    terminal,
    'Usage: npm run bench [-- <name> …] [-- --markdown]',
    `Names: ${Object.keys(benches).join(', ')} (default: all)`,
    '  npm run bench -- consumer units     run two of them',
    '  npm run bench -- growth --million   measure up to a million events',
    '  npm run bench -- usage --write      measure again what `mailfold cost` multiplies by prices',
    '  npm run bench -- --markdown         print the tables for docs/performance.md',
  );
  process.exitCode = unknown === undefined ? 0 : 2;
} else {
  const machine = `${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB; Node ${process.versions.node}; ${new Date().toISOString().slice(0, 10)}`;
  print(terminal, machine);
  for (const name of names.length > 0 ? names : Object.keys(benches)) {
    process.stderr.write(`${name} …\n`);
    const run = await benches[name]?.();
    if (!run) continue;
    const report = await run();
    if (isMarkdown) print(terminal, '', ...asMarkdown(report).split('\n'));
    else printReport(report, terminal);
  }
}
