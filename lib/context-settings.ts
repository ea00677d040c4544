import { BadSetting } from './bad-setting.ts';

/**
 * Settings were once read from the CDK context, and those given by `-c` were gone at the next deployment. One that is still there
 * must not be overlooked. `more` are further keys that are settings now.
 */
export function refuseSettingsInContext(
  context: Readonly<Record<string, unknown>>,
  more: readonly string[] = [],
): void {
  const key = Object.keys(context).find((each) => each.startsWith('mailfold:') || more.includes(each));
  if (key === undefined) return;
  const [, setting] = key.split('mailfold:');
  const place = setting === undefined ? `\`${key}\` of a stage` : `\`${setting}\` in the settings of a stage`;
  throw new BadSetting(
    `expected no setting in cdk.json or behind -c, found ${key}; write it into mailfold.config.ts, as ${place}`,
  );
}
