import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BadSetting, UnknownStage } from './bad-setting.ts';
import { checkRegion, checkStages, chooseStage, type NamedStage } from './stages.ts';

/** A stage, and the file that it was read from. */
export type StageInFile = NamedStage & {
  readonly file: string;
  /** Adds file and stage to the words about a setting. */
  problem(error: BadSetting): BadSetting;
};

const defaultFile = join(import.meta.dirname, '../mailfold.config.ts');

/** Reads one stage. `otherwise` is the stage to take if none is asked for and the file has it. */
export async function readStage(
  asked: string | undefined,
  { file: given = defaultFile, otherwise }: { file?: string; otherwise?: string } = {},
): Promise<StageInFile> {
  const path = resolve(given);
  const file = shown(path);
  if (!existsSync(path))
    throw new BadSetting(
      `expected stages and settings in ${file}, found no such file; create it, or name another one with --config`,
    );
  const { default: found } = (await import(pathToFileURL(path).href)) as { default?: unknown };
  const stage = stageIn(found, file, asked, otherwise);
  if (stage.region !== undefined) checkPlace(stage, stage.region);
  return stage;
}

/** Throws when the settings ask for something that the region of the deployment does not have. */
export function checkPlace(stage: StageInFile, region: string): void {
  try {
    checkRegion(stage, region);
  } catch (error) {
    throw error instanceof BadSetting ? stage.problem(error) : error;
  }
}

function stageIn(found: unknown, file: string, asked?: string, otherwise?: string): StageInFile {
  try {
    const stages = checkStages(found);
    const byDefault = otherwise !== undefined && Object.hasOwn(stages, otherwise) ? otherwise : undefined;
    const stage = chooseStage(stages, asked ?? byDefault);
    return { ...stage, file, problem: (error) => placed(error, `${file}, stage ${stage.name}`) };
  } catch (error) {
    throw error instanceof BadSetting ? placed(error, file) : error;
  }
}

/** Short for a file in the folder of the user. */
function shown(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') ? path : short;
}

function placed(error: BadSetting, place: string): BadSetting {
  const Kind = error instanceof UnknownStage ? UnknownStage : BadSetting;
  return new Kind(`${place}: ${error.message}`);
}
