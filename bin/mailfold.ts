import { run } from '../cli/program.ts';
import { askerOf } from '../cli/ui/ask.ts';

// A reader that closes the pipe is not a failure: `mailfold suppressions export | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 3));

const { stdin, stdout: out, stderr: error } = process;
const ask = askerOf(stdin, error);
process.exitCode = await run(process.argv.slice(2), { out, error, ...(ask && { ask }) });
