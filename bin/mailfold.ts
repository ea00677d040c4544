import { reasonOf } from '../cli/file-problem.ts';
import { exitCodes } from '../cli/problem.ts';
import { run } from '../cli/program.ts';
import { askerOf } from '../cli/ui/ask.ts';

// A reader that closes the pipe is not a failure: `mailfold suppressions export | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`cannot write the output: ${reasonOf(error)}\n`);
  process.exit(exitCodes.failure);
});

const { stdin, stdout: out, stderr: error } = process;
const ask = askerOf(stdin, error);
process.exitCode = await run(process.argv.slice(2), { out, error, ...(ask && { ask }) });
