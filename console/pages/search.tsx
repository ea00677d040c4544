import { useEffect, useState } from 'preact/hooks';
import { addressPath, messagePath } from '../paths.ts';
import { ask, asTrouble, Trouble } from '../state/ask.ts';
import { go, query } from '../state/router.ts';
import { Exact } from '../ui/exact.tsx';
import { SkeletonCard, TroubleCard } from '../ui/states.tsx';
import { readAddresses } from '../words/address-list.ts';

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
  const { addresses } = readAddresses(text);
  if (addresses.length > 1) return `/check?q=${encodeURIComponent(text)}`;
  // Some providers report what names no mailbox, and Mailfold lists it.
  const address = addresses[0] ?? (/^[^@]+@[^@]+$/.test(text) ? text : undefined);
  // Message ids of some providers look like addresses, so both are possible then.
  if (address === undefined || (await isMessage(text))) return messagePath(text);
  return addressPath(address);
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
