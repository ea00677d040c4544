import { useState } from 'preact/hooks';
import { ask, asTrouble } from '../state/ask.ts';
import { providerTitle } from '../state/session.ts';
import type { LetterGroup, Redriven } from '../types.ts';
import { count, countOf, plain } from '../words/text.ts';
import { Dialog } from './dialog.tsx';
import { Notice } from './states.tsx';

type Props = {
  /** Omit to send all. */
  readonly group?: LetterGroup | undefined;
  readonly queue: string;
  readonly total: number;
  readonly onClose: () => void;
};

type Progress = { readonly moved: number; readonly isOver: boolean; readonly problem?: string };

/** Sends dead letters again: one answer may not be about all of them, so it asks until nothing is left. */
export function RedriveDialog({ group, queue, total, onClose }: Props) {
  const [progress, setProgress] = useState<Progress>();
  const number = group?.count ?? total;
  const filter = group ? { provider: group.provider, reason: group.reason } : { all: true };
  const send = async () => {
    let moved = 0;
    setProgress({ moved, isOver: false });
    try {
      for (;;) {
        const answer = await ask<Redriven>('/v1/dead-letters/redrive', {
          method: 'POST',
          body: { ...filter, ...(queue && { queue }) },
        });
        moved += answer.moved;
        const isOver = answer.isComplete || answer.moved === 0;
        setProgress({ moved, isOver });
        if (isOver) return;
      }
    } catch (error) {
      setProgress({ moved, isOver: true, problem: asTrouble(error).message });
    }
  };
  return (
    <Dialog title={`Send ${countOf(number, 'dead letter')} again`} onClose={onClose}>
      <div class="dialog-body">
        {group && (
          <div class="outcome">
            <p class="strong breaks">{plain(group.reason)}</p>
            <p class="small muted">{providerTitle(group.provider)}</p>
          </div>
        )}
        <p>
          They are tried as often as new events. Whatever still cannot be read comes back here, so this helps
          once the cause is repaired. Sending an event twice changes nothing.
        </p>
        <div role="status">
          {progress && !progress.isOver && <p>{count(progress.moved)} sent …</p>}
          {progress?.isOver && progress.problem === undefined && (
            <Notice tone="ok" icon="check">
              {countOf(progress.moved, 'dead letter')} sent again.
            </Notice>
          )}
          {progress?.problem !== undefined && (
            <Notice tone="bad" icon="alert">
              {count(progress.moved)} sent, then: {progress.problem}
            </Notice>
          )}
        </div>
      </div>
      <div class="dialog-end">
        <button type="button" class="button" onClick={onClose}>
          {progress?.isOver ? 'Close' : 'Cancel'}
        </button>
        {!progress?.isOver && (
          <button type="button" class="button button-main" disabled={progress !== undefined} onClick={send}>
            Send again
          </button>
        )}
      </div>
    </Dialog>
  );
}
