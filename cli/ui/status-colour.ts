import type { Style } from './terminal.ts';

/** Green for what arrived, red for what never will, yellow for what is under way. */
export function colourOf(type: string): Style {
  if (['delivered', 'open', 'click'].includes(type)) return 'green';
  return ['hard_bounce', 'dropped', 'complaint'].includes(type) ? 'red' : 'yellow';
}
