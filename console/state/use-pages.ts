import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, asTrouble, type Trouble } from './ask.ts';

type Page = { readonly cursor?: string };

export type Pages<Item> = {
  readonly items: readonly Item[];
  readonly trouble?: Trouble | undefined;
  readonly isWaiting: boolean;
  readonly hasMore: boolean;
  readonly more: () => void;
  /** Starts again with the first page. */
  readonly again: () => void;
};

type State<Item> = {
  readonly path: string;
  readonly items: readonly Item[];
  readonly cursor?: string | undefined;
  readonly isWaiting: boolean;
  readonly trouble?: Trouble | undefined;
};

/** A list that is read page by page. */
export function usePages<Answer extends Page, Item>(
  path: string,
  itemsOf: (answer: Answer) => readonly Item[],
): Pages<Item> {
  const [state, setState] = useState<State<Item>>({ path, items: [], isWaiting: true });
  const [round, setRound] = useState(0);
  const abort = useRef<AbortController>(undefined);

  const read = async (items: readonly Item[], cursor?: string) => {
    abort.current?.abort();
    abort.current = new AbortController();
    const { signal } = abort.current;
    setState({ path, items, cursor, isWaiting: true });
    try {
      let found = items;
      let next = cursor;
      do {
        const answer = await ask<Answer>(withCursor(path, next), { signal });
        found = [...found, ...itemsOf(answer)];
        next = answer.cursor;
        // A page can be empty although there are more: then the next one is what was asked for.
      } while (next !== undefined && found.length === items.length);
      setState({ path, items: found, cursor: next, isWaiting: false });
    } catch (error) {
      if (!signal.aborted) setState({ path, items, cursor, isWaiting: false, trouble: asTrouble(error) });
    }
  };

  useEffect(() => {
    void read([]);
    return () => abort.current?.abort();
  }, [path, round]);

  const isCurrent = state.path === path;
  return {
    items: isCurrent ? state.items : [],
    trouble: isCurrent ? state.trouble : undefined,
    isWaiting: !isCurrent || state.isWaiting,
    hasMore: isCurrent && state.cursor !== undefined,
    more: () => {
      if (!state.isWaiting && state.cursor !== undefined) void read(state.items, state.cursor);
    },
    again: () => setRound((last) => last + 1),
  };
}

function withCursor(path: string, cursor: string | undefined): string {
  if (cursor === undefined) return path;
  return `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
}
