import { cpus, totalmem } from 'node:os';
import { print } from '../cli/ui/terminal.ts';
import { asMarkdown, printReport, type Report } from './report.ts';

/** In the order in which docs/performance.md tells them. Each is loaded only when it is run. */
const benches: Record<string, () => Promise<() => Promise<Report>>> = {
  verify: async () => (await import('./verify.ts')).verify,
  receiver: async () => (await import('./receiver.ts')).receiver,
  bundle: async () => (await import('./bundle.ts')).bundle,
  consumer: async () => (await import('./consumer.ts')).consumer,
  units: async () => (await import('./units.ts')).units,
  growth: async () => (await import('./growth.ts')).growth,
  usage: async () => (await import('./usage-table.ts')).usage,
};

const terminal = { out: process.stdout, error: process.stderr };
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isMarkdown = process.argv.includes('--markdown');
const unknown = names.find((name) => !benches[name]);

if (unknown !== undefined || process.argv.includes('--help')) {
  if (unknown !== undefined)
    print({ ...terminal, out: process.stderr }, `expected the name of a bench, found "${unknown}"`);
  print(
    terminal,
    'Usage: npm run bench [-- <name> …] [-- --markdown]',
    `Names: ${Object.keys(benches).join(', ')}; all of them without a name`,
    '  npm run bench -- consumer units     two of them',
    '  npm run bench -- growth --million   a million events besides',
    '  npm run bench -- usage --write      what `mailfold cost` counts with, measured again',
    '  npm run bench -- --markdown         tables as docs/performance.md has them',
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
    if (isMarkdown) print(terminal, '', asMarkdown(report));
    else printReport(report, terminal);
  }
}
