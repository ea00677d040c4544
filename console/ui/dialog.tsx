import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

type Props = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly class?: string;
};

/** A native modal dialog: the browser keeps the focus inside, Esc closes it, and the focus returns. */
export function Dialog({ title, onClose, children, class: className }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Not the button that closes it, which comes first.
    element?.querySelector<HTMLElement>('select, input, textarea, .dialog-end .button-main')?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={className}
      aria-labelledby={titleId}
      onClose={onClose}
      onMouseDown={(event) => {
        // A press on the backdrop has the dialog itself as target.
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div class="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <button
          type="button"
          class="button button-quiet button-small button-icon"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        >
          <Icon name="cross" />
        </button>
      </div>
      {children}
    </dialog>
  );
}
