import { useState } from 'preact/hooks';
import { addressPath } from '../paths.ts';
import { go, query } from '../state/router.ts';
import { mayChange } from '../state/session.ts';
import { useAsk } from '../state/use-ask.ts';
import type { AddressChange, AddressChanges, CheckAnswer, SuppressionState } from '../types.ts';
import { Badge } from '../ui/badge.tsx';
import { ReleaseManyDialog, SuppressDialog } from '../ui/dialogs.ts';
import { Exact } from '../ui/exact.tsx';
import { Notice, SkeletonRows, TroubleCard } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { readAddresses } from '../words/address-list.ts';
import { causeOutcomes, type Outcome } from '../words/outcomes.ts';
import { count } from '../words/text.ts';

const maySend: Outcome = { word: 'Mail may be sent', icon: 'check', tone: 'ok' };

/** As many as the API takes at once. */
const most = 100;

/** Several addresses at once: whether mail may be sent to each of them. */
export default function Check() {
  const { addresses: given, others } = readAddresses(query.value.get('q') ?? '');
  const addresses = given.slice(0, most);
  return (
    <>
      <div class="page-head">
        <div>
          <h1>Several addresses</h1>
          <p class="lead">Paste up to 100 addresses, one a line or with commas.</p>
        </div>
      </div>
      <form
        class="card card-body paste"
        onSubmit={(event) => {
          event.preventDefault();
          const text = new FormData(event.currentTarget).get('addresses');
          go(`/check?q=${encodeURIComponent(String(text).trim())}`);
        }}
      >
        <textarea
          class="input mono"
          name="addresses"
          aria-label="Addresses"
          rows={4}
          defaultValue={[...given, ...others].join('\n')}
          spellcheck={false}
        />
        <button type="submit" class="button">
          Check
        </button>
      </form>
      {given.length > most && (
        <Notice tone="warn" icon="alert">
          Only the first {most} of {count(given.length)} addresses were checked.
        </Notice>
      )}
      {others.length > 0 && (
        <Notice tone="warn" icon="alert">
          <p>Not an address:</p>
          <ul>
            {others.map((other) => (
              <li key={other} class="breaks">
                <Exact text={other} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {addresses.length > 0 && <Answers key={addresses.join()} addresses={addresses} />}
    </>
  );
}

function Answers({ addresses }: { readonly addresses: readonly string[] }) {
  const { value, trouble, again } = useAsk<CheckAnswer>('/v1/suppressions/check', { addresses });
  const [dialog, setDialog] = useState<'release' | 'suppress'>();
  const [refused, setRefused] = useState<readonly AddressChange[]>([]);
  if (trouble) return <TroubleCard trouble={trouble} again={again} />;
  const answers = value?.answers ?? [];
  const stopped = answers.filter(({ suppressed }) => suppressed).map(({ address }) => address);
  const free = answers.filter(({ suppressed }) => !suppressed).map(({ address }) => address);
  const done = (changes?: AddressChanges) => {
    setDialog(undefined);
    setRefused(changes?.results.filter(({ outcome }) => outcome !== 'done') ?? []);
    again();
  };
  return (
    <>
      {refused.length > 0 && (
        <Notice tone="warn" icon="alert">
          {refused.map(({ address, detail }) => (
            <p key={address}>
              <Exact text={address} />: {detail ?? 'not tried in time; try again'}
            </p>
          ))}
        </Notice>
      )}
      <section class="card" aria-label="Answers">
        <div class="card-head">
          <h2>{value ? `${stopped.length} of ${answers.length} suppressed` : 'Checking …'}</h2>
          {mayChange.value && (
            <div class="actions">
              {stopped.length > 0 && (
                <button type="button" class="button button-small" onClick={() => setDialog('release')}>
                  Release {stopped.length} …
                </button>
              )}
              {free.length > 0 && (
                <button type="button" class="button button-small" onClick={() => setDialog('suppress')}>
                  Suppress {free.length} …
                </button>
              )}
            </div>
          )}
        </div>
        {value ? <Table answers={answers} /> : <SkeletonRows rows={addresses.length} />}
      </section>
      {dialog === 'release' && (
        <ReleaseManyDialog addresses={stopped} onClose={() => setDialog(undefined)} onDone={done} />
      )}
      {dialog === 'suppress' && (
        <SuppressDialog addresses={free} onClose={() => setDialog(undefined)} onDone={done} />
      )}
    </>
  );
}

function Table({ answers }: { readonly answers: readonly SuppressionState[] }) {
  return (
    <table class="table">
      <thead>
        <tr>
          <th>Address</th>
          <th>Mail</th>
          <th class="wide">Since</th>
        </tr>
      </thead>
      <tbody>
        {answers.map(({ address, cause }) => (
          <tr key={address}>
            <td class="cut">
              <a href={addressPath(address)} data-row="">
                <Exact text={address} />
              </a>
            </td>
            <td>
              <Badge outcome={cause ? causeOutcomes[cause.cause] : maySend} />
            </td>
            <td class="wide muted">{cause && <Time at={cause.since} form="short" />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
