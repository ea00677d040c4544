import { providerTitle } from '../state/session.ts';
import type { CauseSummary } from '../types.ts';
import { causeOutcomes } from '../words/outcomes.ts';
import { scopeText } from '../words/suppression.ts';
import { listOf } from '../words/text.ts';
import { Badge } from './badge.tsx';
import { ownListOf } from './own-list.ts';
import { Notice } from './states.tsx';
import { Time } from './time.tsx';

/** What a release would end, and what would stay. */
export function ReleaseOutcome({
  ends,
  stays,
}: {
  readonly ends: readonly CauseSummary[];
  readonly stays: readonly CauseSummary[];
}) {
  return (
    <div class="outcome">
      <p class="label">{ends.length > 0 ? 'This ends' : 'This would end nothing.'}</p>
      <Causes causes={ends} />
      {stays.length > 0 && (
        <>
          <p class="label">This stays</p>
          <Causes causes={stays} />
        </>
      )}
      <p class="hint">
        {stays.length === 0 && ends.length > 0 && 'Mail may be sent afterwards. '}A new bounce or complaint
        stops it again; an old one that is reported again does not.
      </p>
    </div>
  );
}

function Causes({ causes }: { readonly causes: readonly CauseSummary[] }) {
  if (causes.length === 0) return null;
  return (
    <ul>
      {causes.map(({ cause, scope, since }) => (
        <li key={cause + scope}>
          <Badge outcome={causeOutcomes[cause]} />
          <span class="small muted">
            {scopeText(scope)}, since <Time at={since} form="day" />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A release here does not reach the lists that providers keep themselves. */
export function OwnLists({ providers }: { readonly providers: readonly string[] }) {
  if (providers.length === 0) return null;
  return (
    <Notice tone="warn" icon="alert">
      <p>
        <b class="strong">
          {providers.length === 1
            ? 'Your provider keeps its own list.'
            : 'Your providers keep their own lists.'}
        </b>{' '}
        Remove the address there too, or {listOf(providers.map(providerTitle))} will go on refusing it.
      </p>
      {providers.map((provider) => {
        const url = ownListOf(provider);
        return (
          url && (
            <p key={provider}>
              <a href={url} target="_blank" rel="noreferrer">
                Open the list of {providerTitle(provider)}
              </a>
            </p>
          )
        );
      })}
    </Notice>
  );
}
