import { messagePath } from '../paths.ts';
import { providerTitle } from '../state/session.ts';
import { usePages } from '../state/use-pages.ts';
import type { RecipientMessage, RecipientMessages } from '../types.ts';
import { outcomes } from '../words/outcomes.ts';
import { exact, plain } from '../words/text.ts';
import { Badge } from './badge.tsx';
import { Exact } from './exact.tsx';
import { Labels } from './labels.tsx';
import { Empty, SkeletonCard, TroubleCard } from './states.tsx';
import { Time } from './time.tsx';

/** The messages to an address, with what tells which mail each of them was. */
export function MessagesOf({ address }: { readonly address: string }) {
  const { items, trouble, isWaiting, hasMore, more, again } = usePages<RecipientMessages, RecipientMessage>(
    `/v1/recipients/${encodeURIComponent(address)}/messages?limit=25`,
    ({ messages }) => messages,
  );
  if (trouble) return <TroubleCard trouble={trouble} again={again} />;
  if (isWaiting && items.length === 0) return <SkeletonCard height={320} lines={8} />;
  return (
    <section class="card" aria-labelledby="messages">
      <div class="card-head">
        <h2 id="messages">Messages</h2>
      </div>
      {items.length === 0 ? (
        <Empty icon="mail" title="No message to this address">
          <p>
            No provider has reported one. Check the spelling, or look in a minute if it was only just sent.
          </p>
        </Empty>
      ) : (
        <ul class="rows">
          {items.map((message) => (
            <li key={message.messageId}>
              <MessageRow message={message} to={address} />
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <div class="table-foot">
          <button type="button" class="button button-small" disabled={isWaiting} onClick={more}>
            Older messages
          </button>
        </div>
      )}
    </section>
  );
}

function MessageRow({ message, to }: { readonly message: RecipientMessage; readonly to: string }) {
  const { messageId, status, since, provider, template, stream, tags } = message;
  return (
    <a class="row" href={messagePath(messageId, to)} data-row="">
      <span class="row-line">
        <span class="row-title cut">{plain(template ?? tags[0] ?? exact(messageId))}</span>
        <Badge outcome={outcomes[status]} soft />
      </span>
      <Labels template={null} stream={stream} tags={template === null ? tags.slice(1) : tags} />
      <span class="row-line small muted">
        <span class="cut">
          {providerTitle(provider)} ·{' '}
          <span class="mono">
            <Exact text={messageId} />
          </span>
        </span>
        <Time at={since} form="short" />
      </span>
    </a>
  );
}
