import { columnName } from '../../providers/columns.ts';
import type { SuppressionFormat } from '../../providers/suppression-file.ts';
import type { GivenCauses } from './given-causes.ts';
import type { ColumnMap } from './own-list.ts';

/** A format, and the provider that it belongs to. */
export type KnownFormat = {
  readonly provider: string;
  readonly title: string;
  readonly format: SuppressionFormat;
};

/** What is known of a file before its rows are read. */
export type ListFile = {
  readonly path: string;
  readonly name: string;
  readonly columns: readonly string[];
};

export type ListOptions = {
  /** A provider, or `csv` for a list in our own columns. */
  readonly from?: string;
  readonly causes: GivenCauses;
  readonly scope?: string;
  readonly map: ColumnMap;
  readonly ignoreColumns: boolean;
  /** What has expired by now is left out. */
  readonly now: Date;
};

/** The columns of a file that a format does not have. */
export function unknownColumns({ columns, mayHave = [] }: SuppressionFormat, file: ListFile): string[] {
  const names = new Set([...columns, ...mayHave].map(columnName));
  return file.columns.filter((column) => !names.has(columnName(column)));
}
