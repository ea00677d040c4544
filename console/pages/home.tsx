import { addressPath } from '../paths.ts';
import { recent } from '../state/preferences.ts';
import { askMe, me, meTrouble } from '../state/session.ts';
import { useAnswer } from '../state/use-answer.ts';
import type { Health, RateName, Stats, SuppressionPage } from '../types.ts';
import { Badge } from '../ui/badge.tsx';
import { Exact } from '../ui/exact.tsx';
import { Icon } from '../ui/icon.tsx';
import { RateTile, TileSkeletons } from '../ui/rate-tile.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { Empty, SkeletonRows, TroubleCard } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { healthOutcomes, healthSentence, isNew } from '../words/health.ts';
import { causeOutcomes } from '../words/outcomes.ts';
import { statsPath } from '../words/stats-path.ts';
import { latestEvidence } from '../words/suppression.ts';

const tiles: readonly RateName[] = ['delivery', 'bounce', 'complaint', 'open'];

export default function Home() {
  return (
    <div class="home">
      <div class="home-search">
        <h1>What happened to a message?</h1>
        <SearchBox large />
        <p class="small muted">
          Search for a message id or an address, or paste <a href="/check">several addresses</a>.
        </p>
      </div>
      {meTrouble.value ? (
        <TroubleCard trouble={meTrouble.value} again={askMe} />
      ) : (
        <>
          <HealthLight />
          <Rates />
        </>
      )}
      <div class="columns">
        <Recent />
        <Latest />
      </div>
    </div>
  );
}

function HealthLight() {
  const { value, trouble } = useAnswer<Health>('/v1/health');
  const { tone, icon } = value ? healthOutcomes[value.state] : healthOutcomes.unknown;
  if (value && isNew(value))
    return (
      <a class="card health-light calm" href="/set-up">
        <Icon name="plug" />
        <span class="strong">Connect your first provider</span>
        <span class="muted small">Set-up</span>
        <Icon name="arrow" />
      </a>
    );
  return (
    <a class={`card health-light ${tone}`} href="/health">
      <Icon name={icon} />
      <span class="strong">
        {value ? healthSentence(value) : trouble ? 'The health is not known.' : 'Checking the health …'}
      </span>
      <span class="muted small">Health</span>
      <Icon name="arrow" />
    </a>
  );
}

function Rates() {
  const features = me.value?.features;
  const { value, trouble } = useAnswer<Stats>(features?.includes('lake') ? statsPath(7) : undefined);
  if ((features && !features.includes('lake')) || trouble) return null;
  const rates = value?.total.rates;
  return (
    <section class="section" aria-label="Rates of the last 7 days">
      <div class="section-head">
        <h2>Last 7 days</h2>
        <a class="small" href="/deliverability?days=7">
          Deliverability
        </a>
      </div>
      {rates ? (
        <div class="tiles">
          {tiles.map((name) => (
            <RateTile key={name} name={name} rate={rates[name]} />
          ))}
        </div>
      ) : (
        <TileSkeletons tiles={tiles.length} />
      )}
    </section>
  );
}

function Recent() {
  return (
    <section class="card" aria-label="Recently opened">
      <div class="card-head">
        <h2>Recently opened</h2>
      </div>
      {recent.value.length === 0 ? (
        <Empty icon="clock" title="Nothing yet">
          <p>Messages and addresses that you open are listed here, in this browser only.</p>
        </Empty>
      ) : (
        <ul class="rows">
          {recent.value.map((path) => {
            const [, kind, ...rest] = path.split('/');
            return (
              <li key={path}>
                <a class="row recent" href={path} data-row="">
                  <Icon name={kind === 'addresses' ? 'at' : 'mail'} />
                  <span class="cut">
                    <Exact text={decodeURIComponent(rest.join('/'))} />
                  </span>
                </a>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

function Latest() {
  const { value, trouble } = useAnswer<SuppressionPage>('/v1/suppressions?limit=8');
  return (
    <section class="card" aria-label="Latest suppressions">
      <div class="card-head">
        <h2>Latest suppressions</h2>
        <a class="small" href="/suppressions">
          All
        </a>
      </div>
      {trouble ? (
        <Empty icon="alert" title="They could not be read">
          <p>Try again in a minute.</p>
        </Empty>
      ) : !value ? (
        <SkeletonRows rows={8} />
      ) : value.suppressions.length === 0 ? (
        <Empty icon="shield" tone="ok" title="Nobody is suppressed" />
      ) : (
        <ul class="rows">
          {value.suppressions.map(({ address, cause, causes }) => (
            <li key={address}>
              <a class="row recent" href={addressPath(address)} data-row="">
                <span class="cut grows">
                  <Exact text={address} />
                </span>
                {cause && <Badge outcome={causeOutcomes[cause.cause]} soft />}
                {cause && (
                  <span class="muted small wide">
                    <Time at={latestEvidence(causes)} form="ago" />
                  </span>
                )}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
