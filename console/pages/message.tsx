import { useEffect } from 'preact/hooks';
import { addressPath } from '../paths.ts';
import { remember } from '../state/preferences.ts';
import { path, subject } from '../state/router.ts';
import { useAnswer } from '../state/use-answer.ts';
import type { MessageReport, RecipientStatus } from '../types.ts';
import { Copy } from '../ui/copy.tsx';
import { Icon } from '../ui/icon.tsx';
import { Labels } from '../ui/labels.tsx';
import { Empty, SkeletonCard, TroubleCard } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { Timeline } from '../ui/timeline.tsx';
import { statusSentence } from '../words/message.ts';
import { outcomes } from '../words/outcomes.ts';
import { causesText } from '../words/suppression.ts';
import { countOf, listOf, plain } from '../words/text.ts';

export default function Message() {
  const messageId = subject.value;
  const { value, trouble, again } = useAnswer<MessageReport>(`/v1/messages/${encodeURIComponent(messageId)}`);
  useEffect(() => {
    if (value) remember(path.value);
  }, [value]);
  return (
    <>
      <div class="page-head">
        <div>
          <p class="kind">Message</p>
          <div class="title-line">
            <h1>{plain(messageId)}</h1>
            <Copy text={messageId} what="the message id" />
          </div>
        </div>
      </div>
      {trouble?.status === 404 ? (
        <Unknown />
      ) : trouble ? (
        <TroubleCard trouble={trouble} again={again} />
      ) : value ? (
        <Report report={value} />
      ) : (
        <SkeletonCard height={420} lines={8} />
      )}
    </>
  );
}

function Unknown() {
  return (
    <div class="card">
      <Empty icon="search" title="No event about this message has arrived">
        <p>
          Check that the id is complete. A message appears here with its first event, which can take a minute.
          Events are kept for 30 days, statuses for 400.
        </p>
      </Empty>
    </div>
  );
}

function Report({ report }: { readonly report: MessageReport }) {
  const { messageId, recipients, otherEvents, summary } = report;
  return (
    <>
      {recipients.length > 1 && (
        <p class="lead muted summary">
          {countOf(recipients.length, 'recipient')}:{' '}
          {listOf(
            Object.entries(summary).map(
              ([status, number]) =>
                `${number} ${(outcomes[status as keyof typeof outcomes]?.word ?? 'without a status').toLowerCase()}`,
            ),
          )}
        </p>
      )}
      {recipients.map((recipient) => (
        <Recipient key={recipient.recipient} messageId={messageId} of={recipient} />
      ))}
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

function Recipient({ messageId, of }: { readonly messageId: string; readonly of: RecipientStatus }) {
  const { recipient, status, since, final, suppressionCause } = of;
  const { icon, tone } = status ? outcomes[status] : outcomes.unknown;
  return (
    <section class="card" aria-label={recipient}>
      <div class={`verdict ${tone}`}>
        <span class="verdict-mark">
          <Icon name={icon} size={20} />
        </span>
        <div class="verdict-body">
          <p class="kind">
            <a href={addressPath(recipient)} data-row="">
              {recipient}
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
    </section>
  );
}
