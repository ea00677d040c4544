import { messagePath } from '../paths.ts';
import { providerTitle } from '../state/session.ts';
import type { HistoryEntry } from '../types.ts';
import { causeOutcomes, type Outcome } from '../words/outcomes.ts';
import { fateText, scopeText } from '../words/suppression.ts';
import { plain, shortName } from '../words/text.ts';
import { Exact } from './exact.tsx';
import { Icon } from './icon.tsx';
import { Time } from './time.tsx';

const release: Outcome = { word: 'Released', icon: 'check', tone: 'ok' };
const resubscribe: Outcome = { word: 'Subscribed again', icon: 'check', tone: 'ok' };

/** The suppression log, the newest entry first. */
export function History({ entries }: { readonly entries: readonly HistoryEntry[] }) {
  return (
    <ol class="timeline">
      {entries.map((entry) => (
        <Entry key={entry.id + entry.type} entry={entry} entries={entries} />
      ))}
    </ol>
  );
}

type Props = { readonly entry: HistoryEntry; readonly entries: readonly HistoryEntry[] };

function Entry({ entry, entries }: Props) {
  const { word, icon, tone } = outcomeOf(entry);
  const inForce = entry.fate === 'suppresses';
  return (
    <li class={`${tone} ${inForce ? 'decides' : ''}`}>
      <span class="node">
        <Icon name={icon} size={14} />
      </span>
      <div>
        <div class="what">
          <span>{word}</span>
          <span class="when">
            <Time at={entry.occurredAt} form="short" />
          </span>
        </div>
        <p class="small muted breaks">
          <Origin entry={entry} />
        </p>
        {entry.because && <p class="quote">{plain(entry.because)}</p>}
        {entry.diagnostic && <p class="reply">{plain(entry.diagnostic)}</p>}
        <p class="why">
          <Icon name={inForce ? 'no' : 'info'} size={14} />
          <span>
            {fateText(entry, entries)}
            {entry.firstAt && (
              <>
                {' '}
                Stands for several events of that day, the first at <Time at={entry.firstAt} form="clock" />.
              </>
            )}
          </span>
        </p>
      </div>
    </li>
  );
}

function Origin({ entry: { by, provider, messageId, scope } }: { readonly entry: HistoryEntry }) {
  return (
    <>
      {by !== undefined && (
        <>
          By <span title={plain(by)}>{plain(shortName(by))}</span>.{' '}
        </>
      )}
      {provider !== undefined && <>Reported by {providerTitle(provider)}. </>}
      {messageId !== undefined && (
        <>
          Message{' '}
          <a href={messagePath(messageId)}>
            <Exact text={messageId} />
          </a>
          .{' '}
        </>
      )}
      About {scopeText(scope)}.
    </>
  );
}

function outcomeOf({ type, cause, by }: HistoryEntry): Outcome {
  if (type === 'release') return by === undefined ? resubscribe : release;
  return causeOutcomes[cause ?? 'manual'];
}
