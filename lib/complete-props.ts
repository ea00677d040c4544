import { Annotations, Duration, RemovalPolicy, Stack, Token } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { defaultSettings, type SuppressionSettings } from '../core/fold-suppression.ts';
import type { ProviderManifest } from '../providers/manifest.ts';
import { manifests, manifestsWith, providerNames } from '../providers/manifests.ts';
import type { SourceMapping } from '../providers/source-mapping.ts';
import { type ApiDomainProps, domainIn } from './api-domain.ts';
import { BadSetting } from './bad-setting.ts';
import { type CompleteFanOut, completeFanOut } from './complete-fan-out.ts';
import { type CompleteLake, completeLake } from './complete-lake.ts';
import type { MailfoldProps } from './mailfold-props.ts';
import { checkServices } from './services-in-region.ts';
import type { EndpointCheck } from './webhook-api.ts';

/** The props with every default filled in. */
export type CompleteProps = {
  readonly dedupeWindow: Duration;
  readonly statusRetention: Duration;
  readonly signatureTolerance: Duration;
  readonly logRetention: RetentionDays;
  readonly removalPolicy: RemovalPolicy;
  readonly deletionProtection: boolean;
  readonly consumerTimeout: Duration;
  readonly maxDeliveries: number;
  readonly suppression: SuppressionSettings;
  readonly namedSources: Readonly<Record<string, SourceMapping>>;
  /** Undefined without a lake. */
  readonly lake?: CompleteLake;
  /** Undefined when no other program is told of events. */
  readonly fanOut?: CompleteFanOut;
  /** The last part of each webhook URL. */
  readonly senders: readonly string[];
  /** Requests besides POST by which a sender sees whether its URL answers. */
  readonly checks: readonly EndpointCheck[];
  /** Senders that the operator has named, so that a missing key is trouble and not a stranger's attempt. */
  readonly expectedKeys: readonly string[];
  readonly domain?: ApiDomainProps;
};

/** Fills in the defaults. Throws when the props contradict each other or name an unknown provider. */
export function completeProps(scope: Construct, props: MailfoldProps): CompleteProps {
  const namedSources = props.standardWebhookSources ?? {};
  const sourceNames = Object.keys(namedSources);
  checkProviders(props.providers ?? []);
  const inUse: readonly ProviderManifest[] = manifests.filter(({ name }) =>
    (props.providers ?? providerNames).includes(name),
  );
  const posting = inUse.filter((each) => hasKeys(each, props));
  const complete: CompleteProps = {
    dedupeWindow: props.dedupeWindow ?? Duration.days(30),
    statusRetention: props.statusRetention ?? Duration.days(400),
    signatureTolerance: props.signatureTolerance ?? Duration.minutes(5),
    logRetention: props.logRetention ?? RetentionDays.ONE_MONTH,
    // Kept with its data, but not left behind by a first deployment that fails.
    removalPolicy: props.removalPolicy ?? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    deletionProtection: props.deletionProtection ?? false,
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
    namedSources,
    lake: completeLake(props.lake, [...providerNames, ...sourceNames]),
    fanOut: completeFanOut(props),
    senders: [...posting.map(({ name }) => name), ...sourceNames],
    checks: posting.flatMap(({ name: sender, checksBy = [] }) =>
      checksBy.map((method) => ({ sender, method })),
    ),
    expectedKeys: [
      ...(props.providers ? inUse.filter(({ key }) => key.source === 'secret') : []).map(({ name }) => name),
      ...sourceNames,
    ],
    domain: domainIn(props),
  };
  checkRegion(scope, props);
  checkTimes(scope, complete);
  checkRemoval(complete);
  checkSourceNames(sourceNames);
  checkSilences(Object.keys(props.alarms?.silence ?? {}), inUse, sourceNames);
  return complete;
}

/** A provider whose keys are listed in a setting can post nothing while that list is empty, so it needs no route. */
function hasKeys({ key }: ProviderManifest, { sesTopicArns = [] }: MailfoldProps): boolean {
  const listed: Readonly<Record<string, readonly string[]>> = { sesTopicArns };
  return key.source === 'secret' || (listed[key.setting] ?? []).length > 0;
}

function checkProviders(names: readonly string[]): void {
  for (const name of names) {
    if (!providerNames.includes(name))
      throw new BadSetting(
        `providers: expected some of ${providerNames.join(', ')}, found "${name}"; ` +
          'a sender that you name yourself belongs to standardWebhookSources alone',
      );
  }
}

/** A stack of somebody's own app may know its region. Of a stage, `stages.ts` knows it. */
function checkRegion(scope: Construct, { sesConfigurationSet, existing, console }: MailfoldProps): void {
  const { region } = Stack.of(scope);
  if (Token.isUnresolved(region)) return;
  checkServices(region, {
    configurationSet: Boolean(sesConfigurationSet || existing?.sesConfigurationSet),
    userPool: console === true || (typeof console === 'object' && console.signIn === undefined),
  });
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

function checkRemoval({ removalPolicy, deletionProtection }: CompleteProps): void {
  if (deletionProtection && removalPolicy === RemovalPolicy.DESTROY) {
    throw new BadSetting(
      'expected no deletion protection for tables that are deleted with the stack, found both; ' +
        'remove deletionProtection or removalPolicy',
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
function checkSilences(
  silent: readonly string[],
  inUse: readonly ProviderManifest[],
  sourceNames: readonly string[],
): void {
  const manifestFor = manifestsWith(sourceNames);
  const alarming = inUse.filter((manifest) => manifest.silence === 'trouble').map(({ name }) => name);
  const expected = `alarms.silence (setting silentAfterMinutes): expected one of ${[...alarming, ...sourceNames].join(', ')}`;
  for (const name of silent) {
    const manifest = manifestFor(name);
    if (!manifest) throw new BadSetting(`${expected}, found "${name}"`);
    if (!sourceNames.includes(name) && !inUse.includes(manifest))
      throw new BadSetting(`${expected}, found "${name}"; add it to providers`);
    if (manifest.silence === 'normal') {
      throw new BadSetting(
        `${expected}, found "${name}"; ${manifest.title} events are always rare; remove it`,
      );
    }
  }
}
