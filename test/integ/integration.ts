import { exitCodes, Problem } from '../../cli/problem.ts';
import { costInWords } from './cost.ts';
import { steps } from './steps.ts';
import { integSettings, type Subject } from './subject.ts';
import { openWorld, type World } from './world.ts';

/** Runs a step and shows how long it took. */
export type Show = <Result>(title: string, work: () => Promise<Result>) => Promise<Result>;

const deploying = 'deploy the stack';
const destroying = 'destroy the stack, and look for what is left';

/** What the test would do, in lines. */
export function plan(stackName: string): string[] {
  const titles = [deploying, ...steps.map(({ title }) => title), destroying];
  return [
    `The stack ${stackName}, with the settings ${JSON.stringify(integSettings)}:`,
    ...titles.map((title, index) => `  ${index + 1}. ${title}`),
    `It takes about a quarter of an hour, most of it CloudFormation, and costs ${costInWords(1)}.`,
    'It leaves nothing but what `npm run bootstrap` made: the bundles of the functions stay in its bucket.',
  ];
}

type Options = { readonly keep?: boolean; readonly stopping?: AbortSignal };

/** Runs all steps. The stack is destroyed whatever happens, unless it is to be kept. Throws what went wrong first. */
export async function integration(subject: Subject, show: Show, options: Options = {}): Promise<void> {
  const world = await openWorld(subject);
  const failure = await walk(world, show, options).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  world.forget();
  const destroyed = options.keep ? undefined : show(destroying, () => destroy(subject));
  if (!failure) return destroyed;
  await destroyed?.catch(() => {});
  throw failure.error;
}

async function walk(world: World, show: Show, { stopping }: Options): Promise<void> {
  await show(deploying, () => world.subject.deploy());
  for (const { title, run } of steps) {
    if (stopping?.aborted) throw new Problem('stopped', exitCodes.failure);
    await show(title, () => run(world));
  }
}

async function destroy(subject: Subject): Promise<void> {
  await subject.destroy();
  const left = await subject.leftovers();
  if (left.length > 0)
    throw new Error(`expected nothing to be left of ${subject.stackName}, found ${left.join(', ')}`);
}
