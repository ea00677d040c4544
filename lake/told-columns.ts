/** A kind of column: a time, a 64-bit hash, a string, a list of strings, a yes or no, a small number. */
export type ColumnKind = 'time' | 'hash' | 'text' | 'texts' | 'flag' | 'number';

export type ToldColumn = { readonly name: string; readonly kind: ColumnKind; readonly isRequired?: boolean };

/**
 * The columns of the table `told`, besides its partition `day`. Old files stay as they are, so a column is never renamed and never
 * changes its kind; a new one is added at the end, and is null in older files.
 */
export const toldColumns = [
  { name: 'occurred_at', kind: 'time', isRequired: true },
  { name: 'received_at', kind: 'time' },
  { name: 'sent_at', kind: 'time' },
  { name: 'type', kind: 'text', isRequired: true },
  { name: 'provider', kind: 'text', isRequired: true },
  { name: 'event', kind: 'hash', isRequired: true },
  { name: 'unit', kind: 'hash', isRequired: true },
  { name: 'person', kind: 'hash' },
  { name: 'message_id', kind: 'text' },
  { name: 'recipient_domain', kind: 'text' },
  { name: 'mailbox', kind: 'text' },
  { name: 'sending_domain', kind: 'text' },
  { name: 'stream', kind: 'text' },
  { name: 'template', kind: 'text' },
  { name: 'template_version', kind: 'text' },
  { name: 'tags', kind: 'texts' },
  { name: 'ip_pool', kind: 'text' },
  { name: 'machine', kind: 'flag' },
  { name: 'rule', kind: 'text' },
  { name: 'reason', kind: 'text' },
  { name: 'smtp_status', kind: 'text' },
  { name: 'link', kind: 'text' },
  { name: 'scope', kind: 'text' },
  { name: 'metadata', kind: 'text' },
  { name: 'v', kind: 'number', isRequired: true },
] as const satisfies readonly ToldColumn[];

export type ColumnName = (typeof toldColumns)[number]['name'];

type Values = {
  time: number;
  hash: bigint;
  text: string;
  texts: readonly string[];
  flag: boolean;
  number: number;
};
type Named<Name extends ColumnName> = Extract<(typeof toldColumns)[number], { name: Name }>;
type ValueOf<Name extends ColumnName> = Values[Named<Name>['kind']];

/** One row of `told`. Times are milliseconds since 1970. */
export type ToldRow = {
  readonly [Name in ColumnName]: Named<Name> extends { isRequired: true }
    ? ValueOf<Name>
    : ValueOf<Name> | null;
};

/** The version of the rows that are written now. */
export const rowVersion = 1;
