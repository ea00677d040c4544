import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { asTrouble } from '../state/ask.ts';
import { Notice } from './states.tsx';

type Props = {
  readonly verb: string;
  readonly isDangerous?: boolean;
  /** Undefined when the form may be sent; else what is missing. */
  readonly missing?: string | undefined;
  readonly placeholder: string;
  readonly onSubmit: (because: string) => Promise<void>;
  readonly onCancel: () => void;
  readonly children?: ComponentChildren;
};

/** The part that all changes have in common: the reason, the button, and what went wrong. */
export function ChangeForm({ verb, isDangerous, missing, placeholder, onSubmit, onCancel, children }: Props) {
  const [because, setBecause] = useState('');
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const isReady = because.trim() !== '' && missing === undefined && !isSending;
  const submit = async () => {
    setSending(true);
    setProblem('');
    try {
      await onSubmit(because.trim());
    } catch (error) {
      setProblem(asTrouble(error).message);
      setSending(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void submit();
      }}
    >
      <div class="dialog-body">
        {children}
        <label class="field">
          <span>Why?</span>
          <textarea
            class="input"
            name="because"
            required
            maxLength={500}
            placeholder={placeholder}
            value={because}
            onInput={(event) => setBecause(event.currentTarget.value)}
          />
          <span class="hint">Required. Kept in the log with your name.</span>
        </label>
        {problem !== '' && (
          <div role="alert">
            <Notice tone="bad" icon="alert">
              {problem}
            </Notice>
          </div>
        )}
      </div>
      <div class="dialog-end">
        <button type="button" class="button" onClick={onCancel}>
          Cancel
        </button>
        <button
          type="submit"
          class={`button ${isDangerous ? 'button-danger' : 'button-main'}`}
          disabled={!isReady}
          title={missing}
        >
          {isSending ? 'Working …' : verb}
        </button>
      </div>
    </form>
  );
}
