import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { say } from '../state/toast.ts';

/** A component whose code is loaded when it is first shown: most visits need no dialog. */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const [, setReady] = useState(loaded !== undefined);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (Loaded) => {
          loaded = Loaded;
          setReady(true);
        },
        () => say('The console could not be loaded. Reload the page.'),
      );
    }, []);
    const Loaded = loaded;
    return Loaded ? <Loaded {...props} /> : null;
  };
}
