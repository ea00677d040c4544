import { Empty } from './states.tsx';

export function SignedOut() {
  return (
    <div class="card">
      <Empty icon="shield" title="You are signed out" isPage>
        <p>
          Open the URL that <code>mailfold console</code> printed, with all that stands after its #. Every
          start of the program has a new one.
        </p>
      </Empty>
    </div>
  );
}
