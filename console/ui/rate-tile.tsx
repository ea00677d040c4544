import type { Rate, RateName } from '../types.ts';
import { changeOf, rateWords, shareText } from '../words/rates.ts';
import { count } from '../words/text.ts';
import { Icon } from './icon.tsx';

type Props = { readonly name: RateName; readonly rate: Rate; readonly before?: Rate | undefined };

/** A rate with what it was computed from. */
export function RateTile({ name, rate, before }: Props) {
  const { title, formula, denominator, alarm } = rateWords[name];
  const isAlarming = alarm !== undefined && (rate.share ?? 0) >= alarm;
  const change = before && changeOf(name, rate, before);
  return (
    <div class={`tile ${isAlarming ? 'bad' : ''}`}>
      <p class="tile-title">
        {title}
        {isAlarming && <Icon name="alert" size={14} />}
      </p>
      <p class="tile-value">{shareText(rate)}</p>
      <p class="small muted">
        {count(rate.numerator)} of {count(rate.denominator)} {denominator}
      </p>
      <p class="small tile-formula">
        {formula}
        {alarm !== undefined && <span class="block">alarm at {`${100 * alarm}\u00a0%`}</span>}
      </p>
      {change && <p class={`small tile-change ${change.tone}`}>{change.words}</p>}
    </div>
  );
}

type SkeletonProps = { readonly tiles: number; readonly class?: string };

export function TileSkeletons({ tiles, class: className = '' }: SkeletonProps) {
  return (
    <div class={`tiles ${className}`} aria-busy="true">
      {Array.from({ length: tiles }, (_, tile) => (
        <div key={tile} class="tile">
          <div class="skeleton tile-skeleton" />
        </div>
      ))}
    </div>
  );
}
