import { useEffect, useState } from 'preact/hooks';
import { ask, asTrouble, type Trouble } from './ask.ts';

export type Answered<Value> = {
  readonly value?: Value | undefined;
  readonly trouble?: Trouble | undefined;
  readonly isWaiting: boolean;
  /** Asks again; what is on the screen stays meanwhile. */
  readonly again: () => void;
};

/** The latest answers, so that going back shows a page at once. */
const kept = new Map<string, unknown>();
const mostKept = 40;

/** Asks the API when the path changes, and shows what it said last until then. Undefined asks nothing. */
export function useAnswer<Value>(path: string | undefined): Answered<Value> {
  const [round, setRound] = useState(0);
  const [state, setState] = useState<{ path?: string | undefined; value?: Value; trouble?: Trouble }>({});
  useEffect(() => {
    if (path === undefined) return;
    const abort = new AbortController();
    ask<Value>(path, { signal: abort.signal }).then(
      (value) => {
        keep(path, value);
        setState({ path, value });
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setState({ path, trouble: asTrouble(error) });
      },
    );
    return () => abort.abort();
  }, [path, round]);
  const isCurrent = state.path === path;
  const value = isCurrent ? state.value : (kept.get(path ?? '') as Value | undefined);
  const trouble = isCurrent ? state.trouble : undefined;
  return {
    value,
    trouble,
    isWaiting: path !== undefined && value === undefined && trouble === undefined,
    again: () => setRound((last) => last + 1),
  };
}

function keep(path: string, value: unknown): void {
  kept.delete(path);
  kept.set(path, value);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
}
