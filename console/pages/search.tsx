import { useEffect, useState } from 'preact/hooks';
import { addressPath, messagePath } from '../paths.ts';
import { ask, Trouble } from '../state/ask.ts';
import { go, query } from '../state/router.ts';
import { asTrouble } from '../state/use-answer.ts';
import { Exact } from '../ui/exact.tsx';
import { SkeletonCard, TroubleCard } from '../ui/states.tsx';

/** Finds out what was searched for, and goes there. */
export default function Search() {
  const text = query.value.get('q')?.trim() ?? '';
  const [trouble, setTrouble] = useState<Trouble>();
  useEffect(() => {
    whereTo(text).then(
      (path) => go(path, { replace: true }),
      (error: unknown) => setTrouble(asTrouble(error)),
    );
  }, [text]);
  return (
    <>
      <div class="page-head">
        <div>
          <p class="kind">Search</p>
          <h1>
            <Exact text={text} />
          </h1>
        </div>
      </div>
      {trouble ? <TroubleCard trouble={trouble} /> : <SkeletonCard height={420} lines={8} />}
    </>
  );
}

async function whereTo(text: string): Promise<string> {
  if (text === '') return '/';
  const words = text.split(/[\s,;]+/).filter(Boolean);
  if (words.length > 1 && words.every(looksLikeAddress))
    return `/check?q=${encodeURIComponent(words.join(','))}`;
  // Message ids of some providers look like addresses, so both are possible then.
  if (!looksLikeAddress(text) || (await isMessage(text))) return messagePath(text);
  return addressPath(text);
}

function looksLikeAddress(text: string): boolean {
  return /^[^@]+@[^@]+$/.test(text);
}

async function isMessage(messageId: string): Promise<boolean> {
  try {
    await ask(`/v1/messages/${encodeURIComponent(messageId)}`);
    return true;
  } catch (error) {
    if (error instanceof Trouble && (error.status === 404 || error.status === 400)) return false;
    throw error;
  }
}
