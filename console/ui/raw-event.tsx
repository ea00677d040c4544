import { useState } from 'preact/hooks';
import { mayChange } from '../state/session.ts';
import { useAnswer } from '../state/use-answer.ts';
import type { EventPayload, TimelineEvent } from '../types.ts';
import { exact, plain } from '../words/text.ts';
import { Copy } from './copy.tsx';
import { Notice, SkeletonLines } from './states.tsx';

type Props = { readonly messageId: string; readonly event: TimelineEvent };

/** The event as its provider sent it, read only when somebody asks for it. */
export function RawEvent({ messageId, event }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (!mayChange.value) return null;
  return (
    <div class="raw">
      <button type="button" class="link-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide raw event' : 'Raw event'}
      </button>
      {isOpen && <Payload messageId={messageId} event={event} />}
    </div>
  );
}

function Payload({ messageId, event: { id, provider, occurredAt } }: Props) {
  const { value, trouble } = useAnswer<EventPayload>(
    `/v1/payloads/${encodeURIComponent(messageId)}?${new URLSearchParams({ id, provider, occurredAt })}`,
  );
  if (trouble)
    return (
      <Notice tone="bad" icon="alert">
        {trouble.message}
      </Notice>
    );
  if (!value) return <SkeletonLines lines={4} />;
  return (
    <div class="code-box">
      <pre class="code">{indented(value.payload)}</pre>
      <Copy text={value.payload} what="the event" />
    </div>
  );
}

function indented(payload: string): string {
  try {
    const lines = JSON.stringify(JSON.parse(payload), null, 2).split('\n');
    // JSON has the same escapes, so the value stays the same.
    return lines.map(exact).join('\n');
  } catch {
    return plain(payload);
  }
}
