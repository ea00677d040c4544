import type { Moment } from '../core/moment.ts';
import type { Cause } from '../core/suppression.ts';
import type { Fields } from './columns.ts';

/** What one row of a list of suppressed addresses says. */
export type ListedRow =
  | {
      readonly address: string | undefined;
      /** Undefined when the file does not say it: the person who imports it must. */
      readonly cause: Cause | undefined;
      /** What the file says instead of a cause that we know. */
      readonly causeWord?: string;
      /** `*` for all mail. Undefined when the file does not say it. */
      readonly scope: string | undefined;
      /** Absent when the provider does not tell it. */
      readonly since?: Moment;
      /** From then on the provider sends to the address again. */
      readonly until?: Moment;
      readonly message?: string;
      /** What the receiving server answered, or another reason. */
      readonly diagnostic?: string;
    }
  /** The row does not stop the provider from sending, and says why. */
  | { readonly leftOut: string };

/**
 * A list of suppressed addresses as a provider's dashboard or API gives it. The same names are columns of a CSV file and
 * keys of JSON objects; letter case, spaces and underscores in them do not matter.
 */
export type SuppressionFormat = {
  /** What the provider calls the list. */
  readonly list: string;
  /** The columns that it always has. */
  readonly columns: readonly string[];
  readonly mayHave?: readonly string[];
  /** The cause of all rows, where the list has only one. Tells apart lists with the same columns. */
  readonly cause?: Cause;
  /** Matches the names of the provider's own files. A group called `scope` is the scope of all rows. */
  readonly fileName?: RegExp;
  /** Files of others have the same columns, so it is recognised only by its name, or when the provider is named. */
  readonly isCommon?: true;
  /** Rows that do not name their stream or group: the name of the file does, or the person who imports it must. */
  readonly needsScope?: 'each row' | 'some rows';
  /** The key of the list in the answers of the API. */
  readonly listedUnder?: string;
  /** Whether the rest of such an answer says that there are further pages. */
  readonly hasMore?: (document: Fields) => boolean;
  /** One row can suppress an address in several scopes. Throws an error that says what is wrong with the row. */
  readonly read: (fields: Fields) => readonly ListedRow[];
};
