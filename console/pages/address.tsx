import { useEffect, useState } from 'preact/hooks';
import { remember } from '../state/preferences.ts';
import { path, subject } from '../state/router.ts';
import { mayChange } from '../state/session.ts';
import { useAnswer } from '../state/use-answer.ts';
import type { AddressExplanation } from '../types.ts';
import { AddressLog } from '../ui/address-log.tsx';
import { Copy } from '../ui/copy.tsx';
import { ReleaseDialog, SuppressDialog } from '../ui/dialogs.ts';
import { Exact } from '../ui/exact.tsx';
import { Icon } from '../ui/icon.tsx';
import { MessagesOf } from '../ui/messages-of.tsx';
import { SkeletonCard, TroubleCard } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { causeOutcomes } from '../words/outcomes.ts';
import { allMail, causesText, scopeText } from '../words/suppression.ts';

export default function Address() {
  const address = subject.value;
  const asked = `/v1/suppressions/${encodeURIComponent(address)}`;
  const { value, trouble, again } = useAnswer<AddressExplanation>(asked);
  useEffect(() => {
    if (value) remember(path.value);
  }, [value]);
  return (
    <>
      <div class="page-head">
        <div>
          <p class="kind">Address</p>
          <div class="title-line">
            <h1>
              <Exact text={address} />
            </h1>
            <Copy text={address} what="the address" />
          </div>
        </div>
      </div>
      {trouble ? (
        <TroubleCard trouble={trouble} again={again} />
      ) : (
        <>
          {value ? <Verdict state={value} again={again} /> : <SkeletonCard height={90} lines={2} />}
          <div class="columns">
            <MessagesOf address={address} />
            {value ? <AddressLog asked={asked} state={value} /> : <SkeletonCard height={320} lines={6} />}
          </div>
        </>
      )}
    </>
  );
}

type VerdictProps = { readonly state: AddressExplanation; readonly again: () => void };

function Verdict({ state, again }: VerdictProps) {
  const [dialog, setDialog] = useState<'release' | 'suppress'>();
  const { address, causes, history } = state;
  const worst = causes[0];
  const { icon, tone } = worst ? causeOutcomes[worst.cause] : ({ icon: 'check', tone: 'ok' } as const);
  const isStopped = causes.some(({ scope }) => scope === allMail);
  const close = () => setDialog(undefined);
  const done = () => {
    close();
    again();
  };
  return (
    <section class="card" aria-label="Verdict">
      <div class={`verdict ${tone}`}>
        <span class="verdict-mark">
          <Icon name={icon} size={20} />
        </span>
        <div class="verdict-body">
          <h2 class="verdict-title">
            {isStopped
              ? 'No mail is sent to this address.'
              : worst
                ? 'Some mail is not sent to this address.'
                : 'Mail may be sent to this address.'}
          </h2>
          {worst ? (
            <p>
              Because of {causesText(causes.map(({ cause }) => cause))}
              {!isStopped && <>, for {scopeText(worst.scope)}</>}, since <Time at={worst.since} />
              {state.moreCauses && ', and other streams'}.
            </p>
          ) : (
            <p>
              {history.length > 0
                ? 'What stopped it earlier has ended; the log says how.'
                : 'Nothing has ever stopped it.'}
            </p>
          )}
        </div>
        {mayChange.value && (
          <div class="verdict-actions actions">
            {worst && (
              <button type="button" class="button button-main" onClick={() => setDialog('release')}>
                Release …
              </button>
            )}
            {!isStopped && (
              <button type="button" class="button" onClick={() => setDialog('suppress')}>
                Suppress …
              </button>
            )}
          </div>
        )}
      </div>
      {dialog === 'release' && <ReleaseDialog state={state} onClose={close} onDone={done} />}
      {dialog === 'suppress' && <SuppressDialog addresses={[address]} onClose={close} onDone={done} />}
    </section>
  );
}
