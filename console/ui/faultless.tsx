import type { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { Empty } from './states.tsx';

/** Shows its children, or says that they have a fault: a page that stops in the middle would wait for ever. */
export function Faultless({ children }: { readonly children: ComponentChildren }) {
  const [fault] = useErrorBoundary((error) => reportError(error));
  if (fault === undefined) return children;
  return (
    <div class="card" role="alert">
      <Empty
        icon="alert"
        tone="bad"
        title="This page has a fault"
        isPage
        actions={
          <button type="button" class="button" onClick={() => location.reload()}>
            Reload
          </button>
        }
      >
        <p>If it stays, tell whoever runs Mailfold what you did, and the address in the address bar.</p>
      </Empty>
    </div>
  );
}
