import { agoText, momentText, utcText } from '../words/time.ts';

type Props = {
  readonly at: string;
  readonly form?: 'full' | 'short' | 'day' | 'clock' | 'ago';
};

/** Local time, or UTC if the reader prefers it. UTC with milliseconds is shown on hover. */
export function Time({ at, form = 'full' }: Props) {
  return (
    <time dateTime={at} title={form === 'ago' ? `${momentText(at, 'full')} · ${utcText(at)}` : utcText(at)}>
      {form === 'ago' ? agoText(at) : momentText(at, form)}
    </time>
  );
}
