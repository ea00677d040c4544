import { useAnswer } from '../state/use-answer.ts';
import type { DeadLetters, LetterGroup } from '../types.ts';
import { count, plain } from '../words/text.ts';
import { Notice, SkeletonLines } from './states.tsx';
import { Time } from './time.tsx';

const mostShown = 5;

/** Some letters of a group, as their provider sent them. */
export function LetterBodies({ group, queue }: { readonly group: LetterGroup; readonly queue: string }) {
  const { provider, reason } = group;
  const question = new URLSearchParams({
    provider,
    reason,
    limit: String(mostShown),
    ...(queue && { queue }),
  });
  const { value, trouble } = useAnswer<DeadLetters>(`/v1/dead-letters/bodies?${question}`);
  if (trouble)
    return (
      <Notice tone="bad" icon="alert">
        {trouble.message}
      </Notice>
    );
  if (!value) return <SkeletonLines lines={3} />;
  return (
    <>
      {value.letters.map(({ id, sentAt, body }) => (
        <div key={id} class="raw">
          <p class="small muted">
            <Time at={sentAt} />
          </p>
          <pre class="code">{plain(body)}</pre>
        </div>
      ))}
      {value.letters.length < group.count && (
        <p class="small muted">
          {value.letters.length} of {count(group.count)} shown.
        </p>
      )}
    </>
  );
}
