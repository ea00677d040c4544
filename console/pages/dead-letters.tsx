import { useState } from 'preact/hooks';
import { query, refine } from '../state/router.ts';
import { mayOperate, providerTitle } from '../state/session.ts';
import { useAnswer } from '../state/use-answer.ts';
import type { DeadLetterGroups, LetterGroup } from '../types.ts';
import { RedriveDialog } from '../ui/dialogs.ts';
import { Icon } from '../ui/icon.tsx';
import { LetterBodies } from '../ui/letter-bodies.tsx';
import { Empty, SkeletonRows, TroubleCard } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { count, countOf, duration, plain } from '../words/text.ts';

const queues = [
  ['', 'Not processed'],
  ['topic', 'Not delivered by the topic'],
] as const;

export default function DeadLetters() {
  const queue = query.value.get('queue') ?? '';
  const { value, trouble, again } = useAnswer<DeadLetterGroups>(
    `/v1/dead-letters${queue ? `?queue=${encodeURIComponent(queue)}` : ''}`,
  );
  const [sending, setSending] = useState<LetterGroup | 'all'>();
  const groups = value?.groups ?? [];
  return (
    <>
      <div class="page-head">
        <div>
          <h1>Dead letters</h1>
          <p class="lead">Events that could not be processed. Nothing is lost: each can be sent again.</p>
        </div>
        {mayOperate.value && groups.length > 0 && (
          <div class="actions">
            <button type="button" class="button button-main" onClick={() => setSending('all')}>
              <Icon name="redo" />
              Send all again …
            </button>
          </div>
        )}
      </div>
      <div class="filters">
        <fieldset class="segments" aria-label="Queue">
          {queues.map(([name, words]) => (
            <button
              key={name}
              type="button"
              aria-pressed={queue === name}
              onClick={() => refine({ queue: name })}
            >
              {words}
            </button>
          ))}
        </fieldset>
      </div>
      {trouble ? (
        <TroubleCard trouble={trouble} again={again} />
      ) : (
        <section class="card" aria-label="Dead letters by reason">
          {!value ? (
            <SkeletonRows rows={4} />
          ) : groups.length === 0 ? (
            <Empty icon="check" tone="ok" title="No dead letters">
              <p>Every event that arrived was processed. Events that cannot be read wait here for 14 days.</p>
            </Empty>
          ) : (
            <>
              <div class="card-head">
                <h2>{countOf(value.total, 'dead letter')}</h2>
                {!value.isComplete && (
                  <p class="small muted">
                    Grouped from the first {count(value.lookedAt)} of about {count(value.total)}.
                  </p>
                )}
              </div>
              <ul class="rows">
                {groups.map((group) => (
                  <li key={group.provider + group.reason}>
                    <Group group={group} queue={queue} onSend={() => setSending(group)} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
      )}
      {sending && (
        <RedriveDialog
          group={sending === 'all' ? undefined : sending}
          queue={queue}
          total={value?.total ?? 0}
          onClose={() => {
            setSending(undefined);
            again();
          }}
        />
      )}
    </>
  );
}

type GroupProps = { readonly group: LetterGroup; readonly queue: string; readonly onSend: () => void };

function Group({ group, queue, onSend }: GroupProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="letter-group">
      <div class="letter-count bad">{count(group.count)}</div>
      <div class="letter-body">
        <p class="strong breaks">{plain(group.reason)}</p>
        <p class="small muted">
          {providerTitle(group.provider)} · oldest <Time at={group.oldest} form="short" />, waiting for{' '}
          {duration(Date.now() - Date.parse(group.oldest))}
        </p>
        {isOpen && <LetterBodies group={group} queue={queue} />}
      </div>
      {mayOperate.value && (
        <div class="actions">
          <button
            type="button"
            class="button button-small button-quiet"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="eye" />
            {isOpen ? 'Hide' : 'Look inside'}
          </button>
          <button type="button" class="button button-small" onClick={onSend}>
            Send again …
          </button>
        </div>
      )}
    </div>
  );
}
