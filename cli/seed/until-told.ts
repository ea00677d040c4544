import { setTimeout as delay } from 'node:timers/promises';
import { outputs } from '../../lib/outputs.ts';
import { lakeOf } from '../lake-of.ts';
import type { Target } from '../target.ts';
import { progress } from '../ui/progress.ts';
import type { Terminal } from '../ui/terminal.ts';
import { seededPrefix } from './history.ts';

/** A batch that collects events takes a few seconds. Longer without any news means that nothing comes any more. */
const patienceMillis = 60_000;

type Telling = {
  readonly seed: number;
  /** Events that name a message of this seed, in the lake beforehand. */
  readonly before: number;
  /** How many were written now. */
  readonly events: number;
};

/** Waits until the lake has the events of a seed. Returns whether it has them; true without a lake. */
export async function untilTold(
  { seed, before, events }: Telling,
  target: Target,
  terminal: Terminal,
): Promise<boolean> {
  if (!hasLake(target)) return true;
  const telling = progress('into the lake', events, terminal);
  let shown = 0;
  for (let news = Date.now(); shown < events && Date.now() - news < patienceMillis; ) {
    const told = Math.min(events, (await eventsInLake(seed, target)) - before);
    if (told > shown) news = Date.now();
    telling.advance(Math.max(0, told - shown));
    shown = Math.max(shown, told);
    if (shown < events) await delay(1_500);
  }
  telling.end();
  return shown >= events;
}

/** Only those that name a message of this seed: others, such as a storm's, may still be on their way. Zero without a lake. */
export async function eventsInLake(seed: number, target: Target): Promise<number> {
  if (!hasLake(target)) return 0;
  const lake = await lakeOf(target);
  const result = await lake.query(
    `select count(*) from events where message_id like '${seededPrefix(seed)}%'`,
  );
  if (result.type === 'failed') throw new Error(`the lake could not be asked: ${result.reason}`);
  for await (const [count] of result.rows) return Number(count);
  return 0;
}

function hasLake(target: Target): boolean {
  return target.hasOutput(outputs.lakeWorkGroupName);
}
