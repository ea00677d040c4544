import { budget, kilobytes } from './budget.ts';
import { buildConsole } from './build-console.ts';

try {
  const built = await buildConsole();
  if (!built.isNew) process.stdout.write('the console is up to date in dist/console\n');
  else {
    const { shared, pages } = built.sizes;
    const largest = Math.max(...pages.map(({ bytes }) => bytes));
    process.stdout.write(
      `built the console into dist/console: ${kilobytes(shared)} for all pages, then at most ${kilobytes(largest)} ` +
        `per page (budget, after gzip: ${kilobytes(budget.firstLoad)} and ${kilobytes(budget.page)})\n`,
    );
    for (const { page, bytes } of [...pages].sort((a, b) => b.bytes - a.bytes))
      process.stdout.write(`  ${page.padEnd(16)} ${kilobytes(bytes)}\n`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
