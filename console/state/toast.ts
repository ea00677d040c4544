import { signal } from '@preact/signals';

/** A short sentence about what just happened. */
export const toast = signal('');

let timer: ReturnType<typeof setTimeout> | undefined;

export function say(sentence: string): void {
  toast.value = sentence;
  clearTimeout(timer);
  timer = setTimeout(() => {
    toast.value = '';
  }, 4_000);
}
