import type { Moment } from '../core/moment.ts';
import type { Cause } from '../core/suppression.ts';

/** A suppression that is in force. */
export type Suppressed = {
  readonly address: string;
  readonly cause: Cause;
  /** `*` for all mail. */
  readonly scope: string;
  /** Absent when nobody knows it. */
  readonly since?: Moment;
  /** What the receiving server answered, or what a person gave as the reason. */
  readonly reason?: string;
};

/** A file as a provider takes it. */
export type IntakeFile = {
  /** Without an ending: `global-unsubscribes`. */
  readonly name: string;
  /** What to do with it, as one sentence. `FILE` stands for its path. */
  readonly howTo: string;
} & (
  | {
      readonly form: 'csv';
      /** Omit for a file without a header line. */
      readonly header?: readonly string[];
      /** Set when the provider keeps one entry per address: only its worst cause is written. */
      readonly hasOneRowPerAddress?: true;
      /** The most that the provider takes at once. More go into a further file. */
      readonly mostRows?: number;
      readonly mostBytes?: number;
    }
  /** One body of a request to the provider's API per line. */
  | {
      readonly form: 'bodies';
      readonly addressesPerBody: number;
      readonly bodyOf: (addresses: readonly string[]) => unknown;
    }
);

/** Where a suppression goes: a row of a CSV file, or an address in a body. */
export type Placed =
  | { readonly file: IntakeFile & { form: 'csv' }; readonly cells: readonly string[] }
  | { readonly file: IntakeFile & { form: 'bodies' }; readonly address: string }
  | { readonly leftOut: string };

/** How a provider takes suppressed addresses in. */
export type SuppressionIntake = {
  /** What the provider does not keep of a suppression, as one sentence. */
  readonly loses: string;
  /** Several where the provider has an entry for each kind of mail. */
  readonly place: (suppressed: Suppressed) => Placed | readonly Placed[];
};
