import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run } from '../../cli/program.ts';

/** The command line as it was: all commands, and all AWS clients, are loaded before the first word is read. */
const folder = fileURLToPath(new URL('../../', import.meta.url));
await Promise.all(globSync('cli/**/*.ts', { cwd: folder }).map((file) => import(`${folder}${file}`)));
process.exitCode = await run(process.argv.slice(2), { out: process.stdout, error: process.stderr });
