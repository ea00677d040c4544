import { answer, refuse } from '../../app/answer.ts';
import { type LetterFilter, listDeadLetters, showDeadLetters } from '../../app/dead-letters.ts';
import { checkHealth } from '../../app/health/health.ts';
import { liveEvents } from '../../app/live-events.ts';
import type { DeadLetterQueue } from '../../app/ports/dead-letters.ts';
import type { HealthSources, HealthSubject } from '../../app/ports/health.ts';
import type { LiveReader } from '../../app/ports/live.ts';
import type { Clock, Cursors } from '../../app/ports/store.ts';
import type { TimeLimit } from '../../app/ports/time-limit.ts';
import { redriveDeadLetters } from '../../app/redrive.ts';
import { readSetup, type SetupSources } from '../../app/setup.ts';
import { consoleInputs } from './console-inputs.ts';
import * as shapes from './console-schemas.ts';
import { definer, operationsOf } from './define.ts';

/** What the use cases behind the routes for operating need from outside. */
export type OperatorPorts = {
  readonly stack: string;
  readonly version: string;
  readonly features: readonly string[];
  readonly setup: SetupSources;
  readonly healthSources: HealthSources;
  readonly healthSubject: HealthSubject;
  /** `events`: what could not be processed. `topic`: what could not be delivered to the events queue. */
  readonly deadLettersOf: (queue: 'events' | 'topic') => DeadLetterQueue;
} & LiveReader &
  Cursors &
  Clock &
  TimeLimit;

const define = definer<OperatorPorts>();

export const operatorDefinitions = {
  getMe: define({
    input: {},
    answer: shapes.me,
    refusals: [],
    act: async ({ caller: { roles, ...caller } }, { stack, version, features, setup }) =>
      answer({
        caller,
        roles,
        stack,
        version,
        providers: setup.entrances.map(({ name, title, ownListUrl }) => ({
          name,
          title,
          ...(ownListUrl && { ownListUrl }),
        })),
        features,
      }),
  }),
  getSetup: define({
    input: {},
    answer: shapes.setup,
    refusals: [],
    act: (_, { setup }) => readSetup(setup),
  }),
  getHealth: define({
    input: {},
    answer: shapes.health,
    refusals: [],
    act: async (_, { healthSources, healthSubject, now }) =>
      answer(await checkHealth(healthSources, healthSubject, now())),
  }),
  listDeadLetters: define({
    input: { query: consoleInputs.letters },
    answer: shapes.deadLetterGroups,
    refusals: ['queue-unknown', 'provider-unknown'],
    act: async ({ query }, ports) => {
      const letters = lettersIn(query, ports);
      return letters.ok ? listDeadLetters(letters.value.look, letters.value.queue) : letters;
    },
  }),
  showDeadLetters: define({
    input: { query: consoleInputs.letterBodies },
    answer: shapes.deadLetters,
    refusals: ['queue-unknown', 'provider-unknown', 'limit-invalid'],
    act: async ({ query }, ports) => {
      const letters = lettersIn(query, ports);
      if (!letters.ok) return letters;
      const { limit } = query;
      return showDeadLetters({ ...letters.value.look, limit }, letters.value.queue);
    },
  }),
  redriveDeadLetters: define({
    input: { body: consoleInputs.redrive },
    answer: shapes.redriven,
    refusals: ['queue-unknown', 'provider-unknown', 'letters-not-chosen'],
    act: async ({ body }, ports) => {
      const letters = lettersIn(body, ports);
      if (!letters.ok) return letters;
      const { all, dryRun } = body;
      return redriveDeadLetters({ ...letters.value.look, all, dryRun }, letters.value.queue, {});
    },
  }),
  getLiveEvents: define({
    input: { query: consoleInputs.live },
    answer: shapes.liveEvents,
    refusals: ['cursor-invalid'],
    act: ({ query }, ports) => liveEvents(query, ports),
  }),
};

/** The queue that is meant, and which of its letters to look at within the time of a request. */
function lettersIn(
  { queue = 'events', provider, reason }: LetterFilter & { readonly queue?: string },
  { deadLettersOf, hasTime }: OperatorPorts,
) {
  if (queue !== 'events' && queue !== 'topic')
    return refuse('queue-unknown', 'expected a queue: events, topic');
  return answer({
    look: { filter: { provider, reason }, timeLimit: { hasTime } },
    queue: deadLettersOf(queue),
  });
}

export const operatorOperations = operationsOf<OperatorPorts>(operatorDefinitions);
