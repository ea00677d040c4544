import { signal } from '@preact/signals';
import { places } from '../places.ts';
import { go } from './router.ts';

/** Whether the list of keys is on the screen. */
export const isHelpOpen = signal(false);

const secondKeyMillis = 1_500;
let gPressedAt = Number.NEGATIVE_INFINITY;

export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target as HTMLElement;
    if (isTyping(target)) {
      if (event.key === 'Escape' && target.dataset['search']) target.blur();
      return;
    }
    // In a dialog the keys belong to the dialog.
    if (document.querySelector('dialog[open]')) return;
    if (press(event.key, event.timeStamp)) event.preventDefault();
  });
}

function press(key: string, at: number): boolean {
  const isSecond = at - gPressedAt < secondKeyMillis;
  gPressedAt = Number.NEGATIVE_INFINITY;
  const place = isSecond && places.find((each) => each.key === key);
  if (place) {
    go(`/${place.name}`);
    return true;
  }
  switch (key) {
    case 'g':
      gPressedAt = at;
      return true;
    case '/':
      return focusSearch();
    case '?':
      isHelpOpen.value = true;
      return true;
    case 'j':
      return moveFocus(1);
    case 'k':
      return moveFocus(-1);
    default:
      return false;
  }
}

function isTyping({ tagName, isContentEditable }: HTMLElement): boolean {
  return isContentEditable || tagName === 'INPUT' || tagName === 'TEXTAREA' || tagName === 'SELECT';
}

function focusSearch(): boolean {
  const box =
    document.querySelector<HTMLInputElement>('[data-search=large]') ??
    document.querySelector<HTMLInputElement>('[data-search=bar]');
  box?.focus();
  box?.select();
  return box !== null;
}

/** Rows are links, so Enter opens the one that has the focus. */
function moveFocus(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const position = rows.indexOf(document.activeElement as HTMLElement);
  const next = rows[position < 0 ? (step > 0 ? 0 : rows.length - 1) : position + step];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
  return true;
}
