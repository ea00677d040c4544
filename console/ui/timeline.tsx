import { providerTitle } from '../state/session.ts';
import type { TimelineEvent } from '../types.ts';
import { whyOf } from '../words/message.ts';
import { outcomes } from '../words/outcomes.ts';
import { duration, plain } from '../words/text.ts';
import { Icon } from './icon.tsx';
import { RawEvent } from './raw-event.tsx';
import { Time } from './time.tsx';

type Props = { readonly messageId: string; readonly events: readonly TimelineEvent[] };

/** All events of one recipient, the oldest first, each with the reason why it decided or not. */
export function Timeline({ messageId, events }: Props) {
  return (
    <ol class="timeline">
      {events.map((event) => (
        <EventItem key={`${event.provider} ${event.id}`} messageId={messageId} event={event} />
      ))}
    </ol>
  );
}

function EventItem({ messageId, event }: { readonly messageId: string; readonly event: TimelineEvent }) {
  const { word, icon, tone } = outcomes[event.type];
  const decides = event.effect.verdict === 'decided';
  return (
    <li class={`${tone} ${decides ? 'decides' : ''}`}>
      <span class="node">
        <Icon name={icon} size={14} />
      </span>
      <div>
        <div class="what">
          <span>{word}</span>
          <span class="small muted">
            {providerTitle(event.provider)}
            {arrival(event.lagMilliseconds)}
          </span>
          <span class="when">
            <Time at={event.occurredAt} />
          </span>
        </div>
        <p class="small muted">{event.meaning}</p>
        {event.smtpReply && <p class="reply">{plain(event.smtpReply)}</p>}
        {event.url && <p class="reply">{plain(event.url)}</p>}
        <p class="why">
          <Icon name={decides ? 'check' : 'info'} size={14} />
          <span>
            {whyOf(event)}
            {event.mayBeAutomaticReply &&
              ' It may be an automatic reply, so it does not count toward suppression.'}
          </span>
        </p>
        <RawEvent messageId={messageId} event={event} />
      </div>
    </li>
  );
}

/** Below this, the time of arrival says nothing. */
const notableLag = 2_000;

function arrival(lag: number): string {
  if (Math.abs(lag) < notableLag) return '';
  return lag < 0 ? ', its clock is ahead of ours' : `, arrived ${duration(lag)} later`;
}
