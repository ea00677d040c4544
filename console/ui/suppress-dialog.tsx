import { useState } from 'preact/hooks';
import { ask } from '../state/ask.ts';
import { say } from '../state/toast.ts';
import type { AddressChanges } from '../types.ts';
import { allMail } from '../words/suppression.ts';
import { countOf, exact } from '../words/text.ts';
import { ChangeForm } from './change-form.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  readonly addresses: readonly string[];
  readonly onClose: () => void;
  readonly onDone: (changes?: AddressChanges) => void;
};

/** Suppresses one address, or several. */
export function SuppressDialog({ addresses, onClose, onDone }: Props) {
  const [stream, setStream] = useState('');
  const [address = ''] = addresses;
  const isOne = addresses.length === 1;
  const title = isOne
    ? `Suppress ${exact(address)}`
    : `Suppress ${countOf(addresses.length, 'address', 'addresses')}`;
  const suppress = async (because: string) => {
    const change = { because, scope: stream.trim() || allMail };
    if (isOne) {
      await ask(`/v1/suppressions/${encodeURIComponent(address)}`, { method: 'PUT', body: change });
      say(`Suppressed ${exact(address)}`);
      onDone();
      return;
    }
    const changes = await ask<AddressChanges>('/v1/suppressions/suppress', {
      method: 'POST',
      body: { addresses, ...change },
    });
    onDone(changes);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <ChangeForm
        verb="Suppress"
        isDangerous
        placeholder="Asked by letter to get no more mail, ticket 4711"
        onSubmit={suppress}
        onCancel={onClose}
      >
        <p>
          No mail is sent to {isOne ? 'this address' : 'these addresses'} afterwards, until someone releases{' '}
          {isOne ? 'it' : 'them'}.
        </p>
        <label class="field">
          <span>Only mail of one stream, group or list</span>
          <input
            class="input"
            name="stream"
            value={stream}
            placeholder="Leave empty for all mail"
            onInput={(event) => setStream(event.currentTarget.value)}
          />
        </label>
      </ChangeForm>
    </Dialog>
  );
}
