import { useState } from 'preact/hooks';
import { ask } from '../state/ask.ts';
import { useAsk } from '../state/use-ask.ts';
import type { AddressChanges, ReleasePreviews } from '../types.ts';
import { causesText, providersOf } from '../words/suppression.ts';
import { countOf } from '../words/text.ts';
import { ChangeForm } from './change-form.tsx';
import { ComplaintTick } from './complaint-tick.tsx';
import { Dialog } from './dialog.tsx';
import { Exact } from './exact.tsx';
import { OwnLists } from './outcome-list.tsx';
import { Notice, SkeletonLines } from './states.tsx';

type Props = {
  readonly addresses: readonly string[];
  readonly onClose: () => void;
  readonly onDone: (changes: AddressChanges) => void;
};

/** Releases several addresses of all mail, after it has shown what that would end. */
export function ReleaseManyDialog({ addresses, onClose, onDone }: Props) {
  const { value, trouble } = useAsk<ReleasePreviews>('/v1/suppressions/preview', { addresses });
  const [isAcknowledged, setAcknowledged] = useState(false);
  const previews = value?.previews ?? [];
  const ending = previews.filter(({ ends }) => ends.length > 0);
  const complaints = ending.filter(({ needsAcknowledgement }) => needsAcknowledgement);
  const needsTick = complaints.length > 0;
  const release = async (because: string) => {
    onDone(
      await ask<AddressChanges>('/v1/suppressions/release', {
        method: 'POST',
        body: {
          addresses: ending.map(({ address }) => address),
          because,
          ...(needsTick && { acknowledgeComplaint: isAcknowledged }),
        },
      }),
    );
  };
  return (
    <Dialog title={`Release ${countOf(addresses.length, 'address', 'addresses')}`} onClose={onClose}>
      <ChangeForm
        verb={value ? `Release ${ending.length}` : 'Release'}
        placeholder="The mailboxes are back, asked by phone, ticket 4711"
        missing={missingOf(value !== undefined, ending.length, needsTick && !isAcknowledged)}
        onSubmit={release}
        onCancel={onClose}
      >
        {trouble && (
          <Notice tone="bad" icon="alert">
            {trouble.message}
          </Notice>
        )}
        {!value && !trouble && <SkeletonLines lines={4} />}
        {value && (
          <div class="outcome">
            <p class="label">
              This releases {ending.length} of {previews.length}
            </p>
            <ul class="scrolls">
              {previews.map(({ address, ends }) => (
                <li key={address}>
                  <span class="breaks">
                    <Exact text={address} />
                  </span>
                  <span class="small muted">
                    {ends.length > 0
                      ? `ends ${causesText(ends.map(({ cause }) => cause))}`
                      : 'nothing to release'}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        )}
        {needsTick && <ComplaintTick isTicked={isAcknowledged} onTick={setAcknowledged} />}
        <OwnLists providers={providersOf(ending.flatMap(({ ends }) => ends))} />
      </ChangeForm>
    </Dialog>
  );
}

function missingOf(isKnown: boolean, ending: number, needsTick: boolean): string | undefined {
  if (!isKnown) return 'Wait for the preview';
  if (ending === 0) return 'There is nothing to release';
  return needsTick ? 'Tick the box about the complaint' : undefined;
}
