import { sqsOf } from '../../cli/sqs-of.ts';
import { actorsFor, allProviders, namesIn } from '../../cli/storm/actors.ts';
import { randomFrom } from '../../cli/storm/random.ts';
import { outputs } from '../../lib/outputs.ts';
import type { Foreground } from '../../local/foreground.ts';
import { queueDepth } from '../../queue/queue-depth.ts';
import type { Check } from './accounts.ts';
import type { Counts } from './counts.ts';
import { drain } from './drain.ts';
import type { FaultyTables } from './faulty-tables.ts';
import { killFunctions } from './kills.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { pause } from './pause.ts';
import { workOnForgetting, workOnSuppressions } from './people.ts';
import { queueTrouble } from './queue-trouble.ts';
import { reckon } from './reckoning.ts';
import { progressLine } from './report.ts';
import { sendStorm } from './sending.ts';
import type { SoakSettings } from './settings.ts';
import { stormOf } from './shots.ts';
import { calm, weatherOf } from './spells.ts';
import { type SoakStack, startSoakStack } from './stack.ts';

const secondsBetweenLines = 10;

/** One soak from start to end. Undefined when it was stopped before its end. */
export async function soak(
  settings: SoakSettings,
  foreground: Foreground,
  counts: Counts,
  say: (line: string) => void,
): Promise<readonly Check[] | undefined> {
  const { stopping } = foreground;
  say(`seed ${settings.seed}; synthesizing the template and starting the stack …`);
  const running = await startSoakStack(foreground, randomFrom(settings.seed + 1), counts);
  const watch = watchOver(running, counts, say);
  const ledger = createLedger();
  try {
    await storm(settings, running, ledger, counts, stopping, watch);
    watch.phase = 'draining';
    const drained = await drain(running.target, counts, stopping);
    if (stopping.aborted) return undefined;
    watch.phase = 'checking';
    return await reckon(running, drained, ledger, counts, stopping);
  } finally {
    await watch.end();
  }
}

/** Sends for as long as the settings say, with every kind of trouble beside it. */
async function storm(
  { seed, minutes, rate }: SoakSettings,
  { stack, target, tables }: SoakStack,
  ledger: Ledger,
  counts: Counts,
  stopping: AbortSignal,
  watch: { phase: string },
): Promise<void> {
  const deadline = Date.now() + minutes * 60_000;
  const isOver = () => Date.now() >= deadline;
  const shots = stormOf(await actorsFor(namesIn(allProviders)), `soak-${seed}`, randomFrom(seed));
  const sending = sendStorm({ shots, target, ledger, counts, rate, isOver, stopping });

  const end = AbortSignal.any([stopping, AbortSignal.timeout(deadline - Date.now())]);
  const office = { target, ledger, counts, stopping: end };
  const queue = queueTrouble(stack, target, randomFrom(seed + 2), counts);
  await Promise.all([
    changeWeather(tables, seed + 3, end, watch),
    queue.run(end),
    killFunctions(stack, { tables, queue }, randomFrom(seed + 4), counts, end),
    workOnSuppressions(office, randomFrom(seed + 5)),
    workOnForgetting(office, randomFrom(seed + 6)),
  ]);
  watch.phase = 'finishing the requests';
  await sending;
}

async function changeWeather(tables: FaultyTables, seed: number, end: AbortSignal, watch: { phase: string }) {
  for (const { spell, seconds } of weatherOf(randomFrom(seed))) {
    tables.spell = spell;
    watch.phase = `storm, ${spell.name}`;
    if (!(await pause(seconds, end))) break;
  }
  tables.spell = calm;
}

/** Says every few seconds how far it is. */
function watchOver({ target }: SoakStack, counts: Counts, say: (line: string) => void) {
  const startedAt = Date.now();
  const ending = new AbortController();
  const watch = { phase: 'starting', end };
  const lines = (async () => {
    while (await pause(secondsBetweenLines, ending.signal)) {
      const depth = await queueDepth(sqsOf(target), target.output(outputs.eventsQueueUrl)).catch(() => 0);
      say(progressLine((Date.now() - startedAt) / 1_000, watch.phase, counts, depth));
    }
  })();
  async function end() {
    ending.abort();
    await lines;
  }
  return watch;
}
