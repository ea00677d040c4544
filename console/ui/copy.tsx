import { say } from '../state/toast.ts';
import { Icon } from './icon.tsx';

type Props = { readonly text: string; readonly what: string; readonly word?: string };

/** Copies a text; with `word` as a button with that word, else as an icon. */
export function Copy({ text, what, word }: Props) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say(`Copied ${what}`);
    } catch {
      say('The browser did not allow copying');
    }
  };
  return (
    <button
      type="button"
      class={`button button-small ${word ? '' : 'button-quiet button-icon'}`}
      aria-label={`Copy ${what}`}
      title={`Copy ${what}`}
      onClick={copy}
    >
      <Icon name="copy" />
      {word}
    </button>
  );
}

export function Command({ text }: { readonly text: string }) {
  return (
    <div class="command">
      <code>{text}</code>
      <Copy text={text} what="the command" word="Copy" />
    </div>
  );
}
