import { run } from '../cli/program.ts';

// A reader that closes the pipe is not a failure: `mailfold suppressions export | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 3));

process.exitCode = await run(process.argv.slice(2), { out: process.stdout, error: process.stderr });
