import { useEffect, useState } from 'preact/hooks';
import { addressPath, messagePath } from '../paths.ts';
import { ask, asTrouble } from '../state/ask.ts';
import { remember } from '../state/preferences.ts';
import { path, query, subject } from '../state/router.ts';
import { say } from '../state/toast.ts';
import { useAnswer } from '../state/use-answer.ts';
import type { MessageReport, RecipientStatus } from '../types.ts';
import { Copy } from '../ui/copy.tsx';
import { Exact } from '../ui/exact.tsx';
import { Icon } from '../ui/icon.tsx';
import { Labels } from '../ui/labels.tsx';
import { Empty, SkeletonCard, TroubleCard } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { Timeline } from '../ui/timeline.tsx';
import { statusSentence } from '../words/message.ts';
import { outcomes } from '../words/outcomes.ts';
import { causesText } from '../words/suppression.ts';
import { count, countOf, exact, listOf } from '../words/text.ts';

export default function Message() {
  const messageId = subject.value;
  const to = query.value.get('to');
  const asked = `/v1/messages/${encodeURIComponent(messageId)}`;
  const { value, trouble, again } = useAnswer<MessageReport>(
    to === null ? asked : `${asked}?to=${encodeURIComponent(to)}`,
  );
  useEffect(() => {
    if (value) remember(path.value);
  }, [value]);
  return (
    <>
      <div class="page-head">
        <div>
          <p class="kind">Message</p>
          <div class="title-line">
            <h1>
              <Exact text={messageId} />
            </h1>
            <Copy text={messageId} what="the message id" />
          </div>
        </div>
      </div>
      {trouble?.status === 404 ? (
        <Unknown messageId={messageId} to={to} />
      ) : trouble ? (
        <TroubleCard trouble={trouble} again={again} />
      ) : value ? (
        <Report report={value} asked={asked} isAboutOne={to !== null} />
      ) : (
        <SkeletonCard height={420} lines={8} />
      )}
    </>
  );
}

function Unknown({ messageId, to }: { readonly messageId: string; readonly to: string | null }) {
  if (to !== null)
    return (
      <div class="card">
        <Empty
          icon="search"
          title={`No event about ${exact(to)}`}
          actions={
            <a class="button" href={messagePath(messageId)}>
              Show all recipients
            </a>
          }
        >
          <p>Events of this message may be about other recipients.</p>
        </Empty>
      </div>
    );
  return (
    <div class="card">
      <Empty icon="search" title="No event about this message has arrived">
        <p>
          Check that the id is complete. A message appears here with its first event, which can take a minute,
          and is kept for a limited time: <a href="/set-up">set-up</a> says how long.
        </p>
      </Empty>
    </div>
  );
}

type ReportProps = {
  readonly report: MessageReport;
  readonly asked: string;
  /** Only one of its recipients was asked about. */
  readonly isAboutOne: boolean;
};

function Report({ report, asked, isAboutOne }: ReportProps) {
  const { messageId, otherEvents } = report;
  const [later, setLater] = useState<readonly RecipientStatus[]>([]);
  const [cursor, setCursor] = useState(report.cursor);
  useEffect(() => {
    setLater([]);
    setCursor(report.cursor);
  }, [report]);
  const readMore = async () => {
    try {
      const page = await ask<MessageReport>(`${asked}?cursor=${encodeURIComponent(cursor ?? '')}`);
      setLater([...later, ...page.recipients]);
      setCursor(page.cursor);
    } catch (error) {
      say(asTrouble(error).message);
    }
  };
  return (
    <>
      <Summary report={report} isAboutOne={isAboutOne} />
      {[...report.recipients, ...later].map((recipient) => (
        <Recipient key={recipient.recipient} messageId={messageId} of={recipient} />
      ))}
      {cursor !== undefined && (
        <p>
          <button type="button" class="button" onClick={readMore}>
            More recipients
          </button>
        </p>
      )}
      {otherEvents.length > 0 && (
        <section class="card">
          <div class="card-head">
            <h2>Events without a recipient</h2>
            <p class="small muted">The provider does not say whom they are about.</p>
          </div>
          <Timeline messageId={messageId} events={otherEvents} />
        </section>
      )}
    </>
  );
}

function Summary({ report, isAboutOne }: Pick<ReportProps, 'report' | 'isAboutOne'>) {
  const { messageId, summary, summaryOf } = report;
  const total = Object.values(summary).reduce((sum, number) => sum + number, 0);
  if (total < 2) return null;
  const parts = Object.entries(summary).map(
    ([status, number]) =>
      `${count(number)} ${(outcomes[status as keyof typeof outcomes]?.word ?? 'without a status').toLowerCase()}`,
  );
  return (
    <p class="lead muted summary">
      {summaryOf === 'page' && 'The first '}
      {countOf(total, 'recipient')}: {listOf(parts)}.{' '}
      {isAboutOne && <a href={messagePath(messageId)}>Show all</a>}
    </p>
  );
}

function Recipient({ messageId, of }: { readonly messageId: string; readonly of: RecipientStatus }) {
  const { recipient, status, since, final, suppressionCause } = of;
  const { icon, tone } = status ? outcomes[status] : outcomes.unknown;
  return (
    <section class="card" aria-label={exact(recipient)}>
      <div class={`verdict ${tone}`}>
        <span class="verdict-mark">
          <Icon name={icon} size={20} />
        </span>
        <div class="verdict-body">
          <p class="kind breaks">
            <a href={addressPath(recipient)} data-row="">
              <Exact text={recipient} />
            </a>
          </p>
          <h2 class="verdict-title">{statusSentence(status)}</h2>
          <p>
            {since && (
              <>
                Since <Time at={since} />, <Time at={since} form="ago" />.{' '}
              </>
            )}
            {final && 'This is final: only something worse can change it.'}
          </p>
          {suppressionCause && (
            <p>
              No more mail is sent to this address because of {causesText([suppressionCause])}.{' '}
              <a href={addressPath(recipient)}>See why, or release it</a>
            </p>
          )}
          <Labels {...of} />
        </div>
      </div>
      {of.decidingEventExpired && (
        <p class="card-body small muted">
          The event that decided this is no longer stored; a status is kept longer than its events.
        </p>
      )}
      <Timeline messageId={messageId} events={of.timeline} />
      {of.moreEvents && <p class="table-foot">Older events are stored too; these are the newest 50.</p>}
    </section>
  );
}
