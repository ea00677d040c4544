import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { providerTitle } from '../state/session.ts';
import { useAnswer } from '../state/use-answer.ts';
import type { Finding, Health } from '../types.ts';
import { Badge } from '../ui/badge.tsx';
import { Command } from '../ui/copy.tsx';
import { Icon } from '../ui/icon.tsx';
import { SkeletonCard, TroubleCard } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { healthOutcomes, healthSentence } from '../words/health.ts';
import { listOf } from '../words/text.ts';

const everyMillis = 30_000;

export default function HealthPage() {
  const { value, trouble, again } = useAnswer<Health>('/v1/health');
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) again();
    }, everyMillis);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <div class="page-head">
        <div>
          <h1>Health</h1>
          <p class="lead">Every step on the way of an event, and when each provider was last heard of.</p>
        </div>
        <div class="actions">
          <button type="button" class="button" onClick={again}>
            <Icon name="redo" />
            Check now
          </button>
        </div>
      </div>
      {trouble ? (
        <TroubleCard trouble={trouble} again={again} />
      ) : value ? (
        <Findings health={value} />
      ) : (
        <>
          <SkeletonCard height={90} lines={2} />
          <SkeletonCard height={480} lines={10} />
        </>
      )}
    </>
  );
}

function Findings({ health }: { readonly health: Health }) {
  const { icon, tone } = healthOutcomes[health.state];
  const steps = health.findings.filter(({ kind }) => kind === 'step');
  const providers = health.findings.filter(({ kind }) => kind === 'provider');
  const silent = providers.filter(({ state }) => state === 'unknown');
  return (
    <>
      <section class="card" aria-label="Summary">
        <div class={`verdict ${tone}`}>
          <span class="verdict-mark">
            <Icon name={icon} size={20} />
          </span>
          <div class="verdict-body">
            <h2 class="verdict-title">{healthSentence(health)}</h2>
            <p>
              Checked <Time at={health.checkedAt} form="clock" />.
            </p>
          </div>
        </div>
      </section>
      <div class="columns columns-uneven">
        <FindingList title="The way of an event" findings={steps} nameOf={({ what }) => capital(what)} />
        <FindingList
          title="Providers"
          findings={providers.filter((each) => !silent.includes(each))}
          nameOf={({ what }) => providerTitle(what)}
        >
          {silent.length > 0 && (
            <p class="table-foot">
              <span>
                No event yet from {listOf(silent.map(({ what }) => providerTitle(what)))}.{' '}
                <a href="/set-up">Set-up</a> has their URLs.
              </span>
            </p>
          )}
        </FindingList>
      </div>
    </>
  );
}

type ListProps = {
  readonly title: string;
  readonly findings: readonly Finding[];
  readonly nameOf: (finding: Finding) => string;
  /** What stands below the list. */
  readonly children?: ComponentChildren;
};

function FindingList({ title, findings, nameOf, children }: ListProps) {
  return (
    <section class="card" aria-label={title}>
      <div class="card-head">
        <h2>{title}</h2>
      </div>
      <ul class="rows">
        {findings.map((finding) => (
          <li key={finding.what + finding.found} class="finding">
            <div class="row-line">
              <span class="strong breaks">{nameOf(finding)}</span>
              <Badge outcome={healthOutcomes[finding.state]} soft />
            </div>
            <p class="small muted breaks">
              {capital(withTitles(finding.found))}
              {finding.since && (
                <>
                  {' · '}
                  <Time at={finding.since} form="short" />
                </>
              )}
            </p>
            {finding.repair && <Command text={finding.repair} />}
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}

/** Providers are written as they write themselves. */
function withTitles(found: string): string {
  return found.split(', ').map(providerTitle).join(', ');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
