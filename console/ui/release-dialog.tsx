import { useState } from 'preact/hooks';
import { ask } from '../state/ask.ts';
import { say } from '../state/toast.ts';
import type { AddressExplanation } from '../types.ts';
import { allMail, providersOf, scopeText } from '../words/suppression.ts';
import { exact } from '../words/text.ts';
import { ChangeForm } from './change-form.tsx';
import { ComplaintTick } from './complaint-tick.tsx';
import { Dialog } from './dialog.tsx';
import { OwnLists, ReleaseOutcome } from './outcome-list.tsx';

type Props = {
  readonly state: AddressExplanation;
  readonly onClose: () => void;
  readonly onDone: () => void;
};

/** Releases one address, of all mail or of one stream. */
export function ReleaseDialog({ state: { address, releases, history }, onClose, onDone }: Props) {
  const useful = releases.filter(({ ends }) => ends.length > 0);
  const [scope, setScope] = useState(useful[0]?.scope ?? allMail);
  const [isAcknowledged, setAcknowledged] = useState(false);
  const preview = releases.find((each) => each.scope === scope);
  const needsTick = preview?.needsAcknowledgement ?? false;
  const release = async (because: string) => {
    await ask(`/v1/suppressions/${encodeURIComponent(address)}/release`, {
      method: 'POST',
      body: { because, scope, ...(needsTick && { acknowledgeComplaint: isAcknowledged }) },
    });
    say(`Released ${exact(address)}`);
    onDone();
  };
  return (
    <Dialog title={`Release ${exact(address)}`} onClose={onClose}>
      <ChangeForm
        verb="Release"
        placeholder="The mailbox is back, asked by phone, ticket 4711"
        missing={needsTick && !isAcknowledged ? 'Tick the box about the complaint' : undefined}
        onSubmit={release}
        onCancel={onClose}
      >
        {useful.length > 1 && (
          <label class="field">
            <span>Release from</span>
            <select class="input" value={scope} onChange={(event) => setScope(event.currentTarget.value)}>
              {useful.map((each) => (
                <option key={each.scope} value={each.scope}>
                  {scopeText(each.scope)}
                </option>
              ))}
            </select>
          </label>
        )}
        {preview && <ReleaseOutcome {...preview} />}
        {needsTick && <ComplaintTick isTicked={isAcknowledged} onTick={setAcknowledged} />}
        {preview && <OwnLists providers={providersOf(preview.ends, history)} />}
      </ChangeForm>
    </Dialog>
  );
}
