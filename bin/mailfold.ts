import { run } from '../cli/program.ts';

process.exitCode = await run(process.argv.slice(2), { out: process.stdout, error: process.stderr });
