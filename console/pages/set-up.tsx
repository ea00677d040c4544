import { useEffect } from 'preact/hooks';
import { theme, zone } from '../state/preferences.ts';
import { me } from '../state/session.ts';
import { useAnswer } from '../state/use-answer.ts';
import type { Setup, SetupProvider } from '../types.ts';
import { Badge } from '../ui/badge.tsx';
import { Command } from '../ui/copy.tsx';
import { Segments } from '../ui/segments.tsx';
import { SkeletonCard, TroubleCard } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { causeOutcomes, type Outcome } from '../words/outcomes.ts';
import { countOf, listOf } from '../words/text.ts';

const keyOutcomes: Readonly<Record<SetupProvider['key'], Outcome>> = {
  present: { word: 'Key present', icon: 'check', tone: 'ok' },
  missing: { word: 'Key missing', icon: 'alert', tone: 'warn' },
  unreadable: { word: 'Key cannot be read', icon: 'alert', tone: 'bad' },
  'not-needed': { word: 'No key needed', icon: 'check', tone: 'calm' },
};

/** While somebody sets a provider up, its first event should show at once. */
const everyMillis = 3_000;

export default function SetUp() {
  const { value, trouble, again } = useAnswer<Setup>('/v1/setup');
  const isWaiting = value?.providers.some(({ lastEventAt }) => lastEventAt === null) ?? false;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      if (!document.hidden) again();
    }, everyMillis);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return (
    <>
      <div class="page-head">
        <div>
          <h1>Set-up</h1>
          <p class="lead">What to enter at each provider, and whether its events arrive.</p>
        </div>
      </div>
      {trouble ? (
        <TroubleCard trouble={trouble} again={again} />
      ) : value ? (
        <>
          <div class="providers">
            {inOrder(value.providers).map((provider) => (
              <Provider key={provider.name} provider={provider} />
            ))}
          </div>
          <Settings settings={value.settings} />
        </>
      ) : (
        <SkeletonCard height={420} lines={8} />
      )}
      <Preferences />
    </>
  );
}

/** Those in use first. */
function inOrder(providers: readonly SetupProvider[]): SetupProvider[] {
  const rank = ({ lastEventAt, key }: SetupProvider) =>
    lastEventAt !== null ? 0 : key === 'present' || key === 'unreadable' ? 1 : 2;
  return providers.toSorted((one, other) => rank(one) - rank(other));
}

function Provider({ provider }: { readonly provider: SetupProvider }) {
  const { title, name, url, topicArn, configurationSet, key, lastEventAt } = provider;
  return (
    <section class="card provider-card" aria-label={title}>
      <div class="row-line">
        <h2>{title}</h2>
        <Badge outcome={keyOutcomes[key]} soft />
      </div>
      <p class={`live-state ${lastEventAt === null ? 'calm' : 'ok'}`}>
        <span class={`light ${lastEventAt === null ? 'waits' : ''}`} />
        {lastEventAt === null ? (
          'Waiting for the first event …'
        ) : (
          <span>
            Last event <Time at={lastEventAt} form="ago" />
          </span>
        )}
      </p>
      {url && <Labelled label="Webhook URL" text={url} />}
      {configurationSet && <Labelled label="Configuration set" text={configurationSet} />}
      {topicArn && <Labelled label="Topic" text={topicArn} />}
      {(key === 'missing' || key === 'unreadable') && (
        <Labelled label="To set its key, an operator runs" text={`mailfold secrets set ${name}`} />
      )}
    </section>
  );
}

function Labelled({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div class="field">
      <span class="small muted">{label}</span>
      <Command text={text} />
    </div>
  );
}

function Settings({ settings }: { readonly settings: Setup['settings'] }) {
  const { dedupeWindowDays, statusRetentionDays, suppression } = settings;
  const { causes, softBounceCap, softBounceWindowDays } = suppression;
  const lines = [
    ['Events are kept for', countOf(dedupeWindowDays, 'day')],
    ['Statuses are kept for', countOf(statusRetentionDays, 'day')],
    ['Mail stops after', listOf(causes.map((cause) => causeOutcomes[cause].word.toLowerCase()))],
    [
      'Soft bounces stop mail after',
      `${countOf(softBounceCap, 'message')} within ${countOf(softBounceWindowDays, 'day')}`,
    ],
    ['Version', me.value?.version ?? ''],
  ] as const;
  return (
    <section class="card" aria-label="Settings of this stack">
      <div class="card-head">
        <h2>Settings of this stack</h2>
        <p class="small muted">Changed by whoever deploys it.</p>
      </div>
      <dl class="facts">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Preferences() {
  return (
    <section class="card" aria-label="This browser">
      <div class="card-head">
        <h2>This browser</h2>
      </div>
      <dl class="facts">
        <div>
          <dt>Theme</dt>
          <dd>
            <Segments
              label="Theme"
              value={theme}
              choices={{ auto: 'As the system', light: 'Light', dark: 'Dark' }}
            />
          </dd>
        </div>
        <div>
          <dt>Times</dt>
          <dd>
            <Segments label="Times" value={zone} choices={{ local: 'Local', utc: 'UTC' }} />
          </dd>
        </div>
      </dl>
    </section>
  );
}
