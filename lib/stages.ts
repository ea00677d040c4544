import { closestWord } from '../core/closest-word.ts';
import { BadSetting, UnknownStage } from './bad-setting.ts';
import { glueNameOf } from './glue-name.ts';
import { checkServices } from './services-in-region.ts';
import type { Settings } from './settings.ts';

/** One deployment of Mailfold: a stack, where it may be deployed to, and its settings. */
export interface Stage {
  /** The name of the stack. Another name makes another stack, with tables of its own. */
  readonly stackName: string;
  /** The only account that this stage may be deployed to, in 12 digits. @default - the account of your credentials */
  readonly account?: string;
  /** The region of the stack. @default - the region of your AWS profile or of AWS_REGION */
  readonly region?: string;
  readonly settings?: Settings;
}

export type Stages = Readonly<Record<string, Stage>>;

/** For mailfold.config.ts: the editor then knows every setting, and `npm run check` finds mistakes. */
export function defineStages<const Names extends string>(
  stages: Readonly<Record<Names, Stage>>,
): Readonly<Record<Names, Stage>> {
  return stages;
}

/** Throws when the settings ask for something that the region does not have. */
export function checkRegion({ settings = {} }: Stage, region: string): void {
  const { sesConfigurationSet, existingSesConfigurationSet, console, consoleIssuer } = settings;
  checkServices(region, {
    configurationSet: Boolean(sesConfigurationSet || existingSesConfigurationSet),
    userPool: console === true && consoleIssuer === undefined,
  });
}

/** A stage, and what it is called. */
export type NamedStage = Stage & { readonly name: string };

/** Checks what a settings file contains, except for the settings themselves: the synthesis checks them. */
export function checkStages(found: unknown): Stages {
  if (!isObject(found))
    throw new BadSetting(
      `expected \`export default\` with an object of stages, such as dev and prod, found ${shown(found)}`,
    );
  const names = Object.keys(found);
  if (names.length === 0) throw new BadSetting('expected at least one stage, found none');
  for (const [name, stage] of Object.entries(found)) checkStage(name, stage);
  checkStacks(found as Stages);
  return found as Stages;
}

/** The stage that is asked for. A file with one stage needs no name. */
export function chooseStage(stages: Stages, asked: string | undefined): NamedStage {
  const names = Object.keys(stages);
  const name = asked ?? (names.length === 1 ? names[0] : undefined);
  const stage = name !== undefined && Object.hasOwn(stages, name) ? stages[name] : undefined;
  if (name !== undefined && stage) return { ...stage, name };
  const similar = name !== undefined && closestWord(name, names);
  throw new UnknownStage(
    `expected --stage with one of ${names.join(', ')}, found ${name === undefined ? 'none' : `"${name}"`}${similar ? `; did you mean ${similar}?` : ''}`,
  );
}

function checkStage(name: string, found: unknown): void {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name))
    throw new BadSetting(
      `expected the name of a stage to begin with a lower-case letter and to have up to 40 lower-case letters, digits and hyphens, found "${name}"`,
    );
  if (!isObject(found))
    throw new BadSetting(`stage ${name}: expected an object with a stackName, found ${shown(found)}`);
  for (const [key, value] of Object.entries(found)) {
    const kind = stageKinds[key];
    if (!kind) throw unknownKey(name, key);
    if (value !== undefined && !kind.is(value))
      throw new BadSetting(`stage ${name}: ${key}: expected ${kind.expected}, found ${shown(value)}`);
  }
  if (found['stackName'] === undefined)
    throw new BadSetting(`stage ${name}: expected a stackName, found none`);
}

type StageKind = { readonly expected: string; readonly is: (value: unknown) => boolean };

const stageKinds: Readonly<Record<string, StageKind>> = {
  stackName: {
    expected: 'a name of letters, digits and hyphens that begins with a letter',
    is: matches(/^[A-Za-z][A-Za-z0-9-]{0,127}$/),
  },
  account: { expected: 'an account number of 12 digits, in quotation marks', is: matches(/^\d{12}$/) },
  region: { expected: 'a region such as eu-west-1', is: matches(/^[a-z]{2}(-[a-z]+)+-\d+$/) },
  settings: { expected: 'an object', is: isObject },
};

/** Settings beside `settings` are a likely mistake, so the answer says where they belong. */
function unknownKey(name: string, key: string): BadSetting {
  const known = Object.keys(stageKinds);
  const similar = closestWord(key, known);
  return new BadSetting(
    `stage ${name}: expected ${known.join(', ')}, found "${key}"; ${similar ? `did you mean ${similar}?` : `a setting belongs into \`settings\``}`,
  );
}

function checkStacks(stages: Stages): void {
  const named = Object.entries(stages).map(([name, stage]): NamedStage => ({ ...stage, name }));
  for (const [index, stage] of named.entries())
    for (const other of named.slice(0, index).filter((each) => mayMeet(each, stage))) checkPair(other, stage);
}

/** Whether both may be deployed to one place: a stage that names no account or region may be deployed to any. */
function mayMeet(one: Stage, other: Stage): boolean {
  const mayBeEqual = (a: string | undefined, b: string | undefined) =>
    a === undefined || b === undefined || a === b;
  return mayBeEqual(one.account, other.account) && mayBeEqual(one.region, other.region);
}

function checkPair(one: NamedStage, other: NamedStage): void {
  const names = `${one.name} and ${other.name}`;
  // The two would take turns in undoing each other's settings.
  if (one.stackName === other.stackName)
    throw new BadSetting(
      `expected a stack of its own for each stage, found ${one.stackName} in ${names}; give one of them another stackName, or name an account or region in both that differs`,
    );
  // Glue knows only lower case, so the second stack could not create the database of its lake.
  if (glueNameOf(one.stackName) === glueNameOf(other.stackName))
    throw new BadSetting(
      `expected stack names that differ by more than upper and lower case, found ${one.stackName} and ${other.stackName} in ${names}`,
    );
}

function matches(pattern: RegExp): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && pattern.test(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}
