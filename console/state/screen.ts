import { signal } from '@preact/signals';

const narrow = matchMedia('(max-width: 599px)');

/** Whether there is room for two columns of a table at most. */
export const isNarrow = signal(narrow.matches);
narrow.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches;
});
