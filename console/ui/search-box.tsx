import { useRef } from 'preact/hooks';
import { go } from '../state/router.ts';
import { Icon } from './icon.tsx';

type Props = { readonly large?: boolean };

/** Takes a message id, an address, or several addresses. The page /search finds out which of them it is. */
export function SearchBox({ large = false }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <search class={`search ${large ? 'search-large' : ''}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const text = input.current?.value.trim() ?? '';
          if (text === '' || !input.current) return;
          input.current.value = '';
          input.current.blur();
          go(`/search?q=${encodeURIComponent(text)}`);
        }}
      >
        <Icon name="search" size={large ? 18 : 16} />
        <input
          ref={input}
          type="search"
          name="q"
          data-search={large ? 'large' : 'bar'}
          aria-label="Message id or e-mail address"
          placeholder="Message id or e-mail address"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          onPaste={(event) => {
            // A one-line field would join the lines of a pasted list without a separator.
            const text = event.clipboardData?.getData('text') ?? '';
            if (!/\n/.test(text.trim()) || !input.current) return;
            event.preventDefault();
            input.current.value = text
              .trim()
              .split(/\s*\n\s*/)
              .join(', ');
          }}
        />
        <span class="key" aria-hidden="true">
          /
        </span>
      </form>
    </search>
  );
}
