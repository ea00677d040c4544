import { useEffect, useRef, useState } from 'preact/hooks';
import { refine } from '../state/router.ts';

/** Long enough to type the next letter. */
const pauseMillis = 300;

/** Filters while somebody types, as soon as it can be a domain; the API refuses half of one. */
export function DomainFilter({ domain }: { readonly domain: string }) {
  const [text, setText] = useState(domain);
  const asked = useRef(domain);
  const filter = (typed: string) => {
    if (typed === asked.current) return;
    asked.current = typed;
    refine({ domain: typed });
  };
  // The page can change the filter too: "Show all" does.
  useEffect(() => {
    if (domain === asked.current) return;
    asked.current = domain;
    setText(domain);
  }, [domain]);
  useEffect(() => {
    const typed = text.trim();
    if (!/^$|^@?[^\s@]+\.[^\s@.]{2,}$/.test(typed)) return;
    const timer = setTimeout(() => filter(typed), pauseMillis);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <input
      class="input grows"
      type="search"
      aria-label="Domain"
      placeholder="Domain, such as example.com"
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
      onChange={() => filter(text.trim())}
    />
  );
}
