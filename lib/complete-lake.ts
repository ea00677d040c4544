import type { Duration } from 'aws-cdk-lib';
import { type DimensionSettings, readDomainRules } from '../core/dimension-settings.ts';
import { BadSetting } from './bad-setting.ts';
import type { LakeProps } from './lake-props.ts';

/** The props of the lake with every default filled in. */
export type CompleteLake = { readonly retention?: Duration; readonly dimensions: DimensionSettings };

/** Questions read 30 days before the days that they are about. */
const leastDays = 31;

/** Undefined without a lake. Throws when the props name a provider that does not exist. */
export function completeLake(
  props: LakeProps | false | undefined = {},
  senders: readonly string[],
): CompleteLake | undefined {
  if (props === false) return undefined;
  const { retention, sendingDomains = {}, dimensionsFromMetadata, metadata, alwaysTold = {} } = props;
  checkSenders('sendingDomains', Object.keys(sendingDomains), senders);
  checkSenders('alwaysTold', Object.keys(alwaysTold), senders);
  if (retention && retention.toDays() < leastDays)
    throw new BadSetting(
      `expected the lake to keep events for at least ${leastDays} days, found ${retention.toDays()}; ` +
        'a question reads the 30 days before those that it is about',
    );
  return {
    retention,
    dimensions: {
      sendingDomains: Object.fromEntries(
        Object.entries(sendingDomains).map(([sender, rules]) => [sender, rulesOf(sender, rules)]),
      ),
      fromMetadata: dimensionsFromMetadata ?? {},
      metadata: metadata ?? [],
      alwaysTold,
    },
  };
}

function rulesOf(sender: string, given: unknown) {
  const rules = readDomainRules(given);
  if (!rules)
    throw new BadSetting(
      `sendingDomains: expected a domain for ${sender}, or an object of streams, tags, servers and otherwise with domains`,
    );
  return rules;
}

function checkSenders(setting: string, given: readonly string[], senders: readonly string[]): void {
  for (const name of given)
    if (!senders.includes(name))
      throw new BadSetting(`${setting}: expected some of ${senders.join(', ')}, found "${name}"`);
}
