import type { View, ViewColumn } from '../lake/sql/views.ts';

type Kind = ViewColumn['kind'];

/** The types of Hive, which the catalog has, and those of Trino, which a view has. */
const types: Readonly<Record<Kind, { readonly hive: string; readonly trino: string }>> = {
  time: { hive: 'timestamp', trino: 'timestamp(3)' },
  hash: { hive: 'bigint', trino: 'bigint' },
  text: { hive: 'string', trino: 'varchar' },
  texts: { hive: 'array<string>', trino: 'array(varchar)' },
  flag: { hive: 'boolean', trino: 'boolean' },
  number: { hive: 'int', trino: 'integer' },
  count: { hive: 'bigint', trino: 'bigint' },
  percent: { hive: 'double', trino: 'double' },
};

export function hiveColumn({ name, kind }: ViewColumn): { name: string; type: string } {
  return { name, type: types[kind].hive };
}

/** The form in which Athena keeps a view in the catalog: a comment with JSON in base64. */
export function viewText({ sql, columns }: View, database: string): string {
  const view = {
    originalSql: sql,
    catalog: 'awsdatacatalog',
    schema: database,
    columns: columns.map(({ name, kind }) => ({ name, type: types[kind].trino })),
  };
  return `/* Presto View: ${Buffer.from(JSON.stringify(view)).toString('base64')} */`;
}
