import type { Signal } from '@preact/signals';

type Props<Value extends string> = {
  readonly label: string;
  readonly value: Signal<Value>;
  readonly choices: Readonly<Record<Value, string>>;
};

/** One of a few. */
export function Segments<Value extends string>({ label, value, choices }: Props<Value>) {
  return (
    <fieldset class="segments" aria-label={label}>
      {(Object.entries(choices) as [Value, string][]).map(([choice, words]) => (
        <button
          key={choice}
          type="button"
          aria-pressed={value.value === choice}
          onClick={() => {
            value.value = choice;
          }}
        >
          {words}
        </button>
      ))}
    </fieldset>
  );
}
