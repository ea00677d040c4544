import { type Faults, startAwsEndpoint } from './aws-endpoint.ts';
import type { LocalStackOptions } from './options.ts';
import { registerResources } from './resources.ts';
import type { Run, Runner } from './runner.ts';
import type { StackTemplate } from './template.ts';
import { createUndo, type Undo } from './undo.ts';

export type RunningTemplate = {
  readonly run: Run;
  readonly faults: Faults;
  stop(): Promise<void>;
};

/** Starts the runners in the order of the list, and stops them in the opposite order. */
export async function runTemplate(
  template: StackTemplate,
  runners: readonly Runner[],
  options: LocalStackOptions = {},
): Promise<RunningTemplate> {
  const undo = createUndo();
  try {
    return { ...(await start(template, runners, options, undo)), stop: undo.all };
  } catch (error) {
    await undo.all();
    throw error;
  }
}

async function start(
  template: StackTemplate,
  runners: readonly Runner[],
  options: LocalStackOptions,
  undo: Undo,
): Promise<Omit<RunningTemplate, 'stop'>> {
  const { url: awsEndpoint, serve, limit, faults, stop } = await startAwsEndpoint();
  undo.add(stop);
  const host = { awsEndpoint, options };
  const resources = registerResources(template, runners, host);
  const running = new Map<Runner, unknown>();
  const run: Run = {
    ...host,
    assemblyDir: template.assemblyDir,
    resources,
    serve,
    limit,
    onStop: undo.add,
    started<Running>(runner: Runner<Running>) {
      if (!running.has(runner)) {
        throw new Error(
          `${runner.types.join(', ')} has not started; list its runner earlier in local/runners.ts`,
        );
      }
      return running.get(runner) as Running;
    },
  };
  for (const runner of runners) {
    running.set(runner, await runner.start(resources.ofType(...runner.types), run));
  }
  return { run, faults };
}
