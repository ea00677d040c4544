import type { Outcome } from '../words/outcomes.ts';
import { Icon } from './icon.tsx';

type Props = { readonly outcome: Outcome; readonly soft?: boolean };

/** An outcome as icon and word: never by its colour alone. */
export function Badge({ outcome: { word, icon, tone }, soft = false }: Props) {
  return (
    <span class={`badge ${tone} ${soft ? 'badge-soft' : ''}`}>
      <Icon name={icon} size={soft ? 14 : 16} />
      <span class="cut">{word}</span>
    </span>
  );
}
