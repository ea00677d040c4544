import { Annotations, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { defaultSettings, type SuppressionSettings } from '../core/fold-suppression.ts';
import { manifests, manifestsWith, providerNames } from '../providers/manifests.ts';
import type { SourceMapping } from '../providers/source-mapping.ts';
import { BadSetting } from './bad-setting.ts';
import type { MailfoldProps } from './mailfold-props.ts';

/** The props with every default filled in. */
export type CompleteProps = {
  readonly dedupeWindow: Duration;
  readonly statusRetention: Duration;
  readonly signatureTolerance: Duration;
  readonly logRetention: RetentionDays;
  readonly removalPolicy: RemovalPolicy;
  readonly consumerTimeout: Duration;
  readonly maxDeliveries: number;
  readonly suppression: SuppressionSettings;
  readonly namedSources: Readonly<Record<string, SourceMapping>>;
};

/** Fills in the defaults. Throws when the props contradict each other or name an unknown provider. */
export function completeProps(scope: Construct, props: MailfoldProps): CompleteProps {
  const complete: CompleteProps = {
    dedupeWindow: props.dedupeWindow ?? Duration.days(30),
    statusRetention: props.statusRetention ?? Duration.days(400),
    signatureTolerance: props.signatureTolerance ?? Duration.minutes(5),
    logRetention: props.logRetention ?? RetentionDays.ONE_MONTH,
    removalPolicy: props.removalPolicy ?? RemovalPolicy.RETAIN,
    // One batch takes seconds. A minute leaves time to wait for a table that throttles.
    consumerTimeout: props.consumer?.timeout ?? Duration.seconds(60),
    // With fewer, a short outage of a table would produce dead letters. With more, the alarm would come later.
    maxDeliveries: props.maxDeliveries ?? 5,
    suppression: {
      softBounceCap: props.suppression?.softBounceCap ?? defaultSettings.softBounceCap,
      softBounceWindowDays:
        props.suppression?.softBounceWindow?.toDays() ?? defaultSettings.softBounceWindowDays,
      causes: props.suppression?.causes ?? defaultSettings.causes,
    },
    namedSources: props.standardWebhookSources ?? {},
  };
  checkTimes(scope, complete);
  const sourceNames = Object.keys(complete.namedSources);
  checkSourceNames(sourceNames);
  checkSilences(Object.keys(props.alarms?.silence ?? {}), sourceNames);
  return complete;
}

function checkTimes(scope: Construct, { dedupeWindow, statusRetention }: CompleteProps): void {
  const windowDays = dedupeWindow.toDays();
  if (windowDays < 3) {
    throw new BadSetting(
      `expected a dedupe window of at least 3 days, found ${windowDays}; ` +
        'providers retry for that long, and a repeat after the window counts twice',
    );
  }
  if (windowDays < 14) {
    Annotations.of(scope).addWarningV2(
      'mailfold:dedupeWindowShorterThanDeadLetters',
      `The dedupe window is ${windowDays} days, but dead letters are kept for 14: an event redriven after ` +
        `day ${windowDays} may count twice.`,
    );
  }
  if (statusRetention.toDays() < windowDays) {
    throw new BadSetting(
      `expected a status retention of at least the dedupe window, ${windowDays} days, ` +
        `found ${statusRetention.toDays()}; raise statusRetention or lower dedupeWindow`,
    );
  }
}

function checkSourceNames(names: readonly string[]): void {
  for (const name of names) {
    if (!/^[a-z][a-z0-9-]{0,39}$/.test(name)) {
      throw new BadSetting(
        `expected the name of a source to begin with a lower-case letter and to have up to 40 lower-case letters, digits and hyphens, found "${name}"`,
      );
    }
    if (providerNames.includes(name))
      throw new BadSetting(
        `expected a source name that no provider has, found "${name}"; choose another name`,
      );
  }
}

/** A misspelt name, or a provider whose events are always rare, would raise an alarm that never ends. */
function checkSilences(silent: readonly string[], sourceNames: readonly string[]): void {
  const manifestFor = manifestsWith(sourceNames);
  const alarming = manifests.filter((manifest) => manifest.silence === 'trouble').map(({ name }) => name);
  const expected = `alarms.silence (mailfold:silentAfterMinutes): expected one of ${[...alarming, ...sourceNames].join(', ')}`;
  for (const name of silent) {
    const manifest = manifestFor(name);
    if (!manifest) throw new BadSetting(`${expected}, found "${name}"`);
    if (manifest.silence === 'normal') {
      throw new BadSetting(
        `${expected}, found "${name}"; ${manifest.title} events are always rare; remove it`,
      );
    }
  }
}
