import { CannotStart } from '../cannot-start.ts';

const simple: Readonly<Record<string, string>> = {
  string: 'VARCHAR',
  varchar: 'VARCHAR',
  char: 'VARCHAR',
  boolean: 'BOOLEAN',
  tinyint: 'TINYINT',
  smallint: 'SMALLINT',
  int: 'INTEGER',
  integer: 'INTEGER',
  bigint: 'BIGINT',
  float: 'FLOAT',
  double: 'DOUBLE',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  binary: 'BLOB',
};

/** The type of a column in Glue, such as `array<string>`, as DuckDB writes it. */
export function toDuckDbType(hiveType: string): string {
  const type = hiveType.trim().toLowerCase();
  const [, outer = '', inner = ''] = /^(array|map|struct)<(.*)>$/s.exec(type) ?? [];
  switch (outer) {
    case 'array':
      return `${toDuckDbType(inner)}[]`;
    case 'map':
      return `MAP(${splitTop(inner).map(toDuckDbType).join(', ')})`;
    case 'struct':
      return `STRUCT(${splitTop(inner).map(toField).join(', ')})`;
    default:
      return toScalar(type);
  }
}

function toField(text: string): string {
  const colon = text.indexOf(':');
  return `${quoteName(text.slice(0, colon).trim())} ${toDuckDbType(text.slice(colon + 1))}`;
}

function toScalar(type: string): string {
  const [, name = '', size] = /^(\w+)(\([\d, ]+\))?$/.exec(type) ?? [];
  if (name === 'decimal') return `DECIMAL${size ?? '(10,0)'}`;
  const known = simple[name];
  if (!known)
    throw new CannotStart(`Glue has no type ${type}, or local/athena/hive-type.ts does not know it`);
  return known;
}

/** At commas that are not inside of another type. */
function splitTop(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if ('<('.includes(character)) depth += 1;
    if ('>)'.includes(character)) depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
