import { useEffect, useState } from 'preact/hooks';
import { ask, asTrouble, type Trouble } from './ask.ts';

/** Posts a question once, when the component appears or the question changes. */
export function useAsk<Value>(
  path: string,
  body: unknown,
): { readonly value?: Value; readonly trouble?: Trouble; readonly again: () => void } {
  const [state, setState] = useState<{ value?: Value; trouble?: Trouble }>({});
  const [round, setRound] = useState(0);
  const text = JSON.stringify(body);
  useEffect(() => {
    let isCurrent = true;
    ask<Value>(path, { method: 'POST', body: JSON.parse(text) }).then(
      (value) => isCurrent && setState({ value }),
      (error: unknown) => isCurrent && setState({ trouble: asTrouble(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [path, text, round]);
  return { ...state, again: () => setRound((last) => last + 1) };
}
