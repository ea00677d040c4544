import { outputs } from '../../lib/outputs.ts';
import { readLog } from '../function-log.ts';
import type { Target } from '../target.ts';

/** When the last event of each provider was stored, from the consumer's metrics of the last 24 hours. */
export async function recentProviders(target: Target): Promise<Map<string, Date>> {
  const since = new Date(Date.now() - 86_400_000);
  const lines = await readLog(target, target.output(outputs.consumerLogGroupName), since, 'Stored');
  const stored = lines.filter(
    ({ fields }) => typeof fields['Stored'] === 'number' && typeof fields['provider'] === 'string',
  );
  return new Map(stored.map(({ at, fields }) => [String(fields['provider']), at]));
}
