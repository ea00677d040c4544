import { Problem } from '../../cli/problem.ts';
import { CannotStart } from '../../local/cannot-start.ts';
import { runInForeground } from '../../local/foreground.ts';
import { noCounts } from './counts.ts';
import { report } from './report.ts';
import { readSoakSettings, type SoakSettings, soakUsage } from './settings.ts';
import { soak } from './soak.ts';

const terminal = { out: process.stdout, error: process.stderr };
const say = (line: string) => void terminal.error.write(`${line}\n`);
const interrupted = 130;

function reportError(error: unknown): void {
  const { message, stack } = error as Error;
  const isKnown = error instanceof CannotStart || error instanceof Problem;
  say(isKnown ? message : (stack ?? message));
}

function runSoak(settings: SoakSettings): Promise<void> {
  return runInForeground({
    async start(foreground) {
      const counts = noCounts();
      const checks = await soak(settings, foreground, counts, say).catch((error) => {
        // Whatever was under way when it was stopped may fail.
        if (foreground.stopping.aborted) return undefined;
        throw error;
      });
      if (!checks) return interrupted;
      report(settings, counts, checks, terminal);
      return checks.every(({ problems }) => problems.length === 0) ? 0 : 1;
    },
    onStopping: () => say('Stopping …'),
    onError: reportError,
  });
}

try {
  const settings = readSoakSettings(process.argv.slice(2));
  if (!settings) process.stdout.write(soakUsage);
  else await runSoak(settings);
} catch (error) {
  reportError(error);
  process.exitCode = error instanceof Problem ? error.exitCode : 1;
}
