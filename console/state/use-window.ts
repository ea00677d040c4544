import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

type Range = { readonly from: number; readonly to: number };

/** Rows that are kept ready above and below the screen. */
const spare = 12;

/** Which rows of a long list are on the screen. Only these are in the document, so that any number of rows scrolls. */
export function useWindow(list: RefObject<HTMLElement | null>, count: number, rowHeight: number): Range {
  const [range, setRange] = useState<Range>({ from: 0, to: 40 });
  useEffect(() => {
    const measure = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const from = Math.max(0, Math.floor(-top / rowHeight) - spare);
      const to = Math.ceil((innerHeight - top) / rowHeight) + spare;
      setRange((last) => (last.from === from && last.to === to ? last : { from, to }));
    };
    measure();
    addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, [list, rowHeight]);
  return { from: Math.min(range.from, count), to: Math.min(range.to, count) };
}
