import { useEffect, useState } from 'preact/hooks';
import { asTrouble } from '../state/ask.ts';
import { signInElsewhere } from '../state/session.ts';
import { Empty } from './states.tsx';

/** A hosted console goes on to the sign-in page; here, the program that serves the console has printed a URL. */
export function SignedOut() {
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    signInElsewhere().then(
      () => setProblem(''),
      (error: unknown) => setProblem(asTrouble(error).message),
    );
  }, []);
  // On the way to the sign-in page there is nothing to say.
  if (problem === undefined) return null;
  return (
    <div class="card">
      <Empty icon="shield" title="You are signed out" isPage>
        {problem === '' ? (
          <p>
            Open the URL that <code>mailfold console</code> printed, with all that stands after its #. Every
            start of the program has a new one.
          </p>
        ) : (
          <p>{problem}</p>
        )}
      </Empty>
    </div>
  );
}
