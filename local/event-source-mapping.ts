import type { FunctionPool } from './function-pool.ts';
import type { LocalStackOptions } from './options.ts';
import type { LocalResource, Run } from './runner.ts';

export type MappingSettings = {
  readonly name: string;
  /** With the alias, if the mapping calls one: `consumer:live`. */
  readonly functionName: string;
  readonly sourceArn: string;
  readonly batchSize: number;
  readonly reportsItemFailures: boolean;
  readonly enabled: boolean;
};

export type EventSourceMapping = {
  readonly settings: MappingSettings;
  readonly enabled: boolean;
  enable(): void;
  /** Resolves when the last batch has been handled; nothing is taken from the source afterwards. */
  disable(): Promise<void>;
};

/** Carries records from a source to a function until `stopping`, and finishes the batch it has taken. */
export type Poll = (stopping: AbortSignal) => Promise<void>;

/** What a mapping can read from. */
export type EventSource = {
  /** In a mapping that does not say it. */
  readonly defaultBatchSize: number;
  reads(arn: string): boolean;
  /** Returns one function for each poller. */
  open(
    mapping: LocalResource,
    settings: MappingSettings,
    pool: FunctionPool,
    run: Run,
  ): Promise<readonly Poll[]>;
};

/** How long a mapping waits for more records, in seconds. */
export function windowOf({ property }: LocalResource, { longestWindowSeconds }: LocalStackOptions): number {
  const inTemplate = property<number>('MaximumBatchingWindowInSeconds') ?? 0;
  return Math.min(inTemplate, longestWindowSeconds ?? inTemplate);
}

/** Switches a source's pollers on and off, as Lambda does. */
export function createEventSourceMapping(
  settings: MappingSettings,
  pollers: readonly Poll[],
): EventSourceMapping {
  let running: { stopping: AbortController; done: Promise<unknown> } | undefined;
  return {
    settings,
    get enabled() {
      return running !== undefined;
    },
    enable() {
      if (running) return;
      const stopping = new AbortController();
      const done = Promise.all(pollers.map((poll) => poll(stopping.signal)));
      running = { stopping, done };
    },
    async disable() {
      const ending = running;
      running = undefined;
      ending?.stopping.abort();
      await ending?.done;
    },
  };
}
