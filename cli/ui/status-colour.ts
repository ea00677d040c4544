import type { Style } from './terminal.ts';

/** Green when mail arrived or is welcome again, red when it failed or is unwelcome, yellow for the rest. */
export function colourOf(type: string): Style {
  if (['delivered', 'open', 'click', 'resubscribe'].includes(type)) return 'green';
  return ['hard_bounce', 'dropped', 'complaint'].includes(type) ? 'red' : 'yellow';
}
