import { places } from '../places.ts';
import { isHelpOpen } from '../state/keyboard.ts';
import { Dialog } from './dialog.tsx';

const keys: readonly (readonly [string, readonly string[]])[] = [
  ['Search', ['/']],
  ['Next row', ['j']],
  ['Previous row', ['k']],
  ['Open the row', ['Enter']],
  ...places.flatMap(({ title, key }) => (key ? [[`Go to ${title}`, ['g', key]] as const] : [])),
  ['Close, or leave the search', ['Esc']],
  ['Show these keys', ['?']],
];

export function Help() {
  if (!isHelpOpen.value) return null;
  return (
    <Dialog
      title="Keyboard"
      onClose={() => {
        isHelpOpen.value = false;
      }}
    >
      <dl class="keys">
        {keys.map(([what, pressed]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {pressed.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
