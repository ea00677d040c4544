import { run } from '../cli/program.ts';

// Whoever reads along may have read enough: `mailfold suppressions export | head` is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 3));

process.exitCode = await run(process.argv.slice(2), { out: process.stdout, error: process.stderr });
