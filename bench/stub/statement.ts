import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Item } from './row-size.ts';

type ParsedStatement = {
  readonly isInsert: boolean;
  readonly table: string;
  /** The written fields, key included. */
  readonly fields: Item;
};

type Statement = { readonly Statement?: string; readonly Parameters?: readonly AttributeValue[] };

const shapes = new Map<string, { isInsert: boolean; table: string; names: string[] }>();

/** Parses the two kinds of statement that the store makes. There are few different ones, so each is parsed once. */
export function parseStatement({ Statement: text = '', Parameters = [] }: Statement): ParsedStatement {
  const shape = shapes.get(text) ?? shapeOf(text);
  shapes.set(text, shape);
  const fields = Object.fromEntries(
    shape.names.flatMap((name, index) => (Parameters[index] ? [[name, Parameters[index]]] : [])),
  );
  return { isInsert: shape.isInsert, table: shape.table, fields };
}

function shapeOf(text: string) {
  const isInsert = text.startsWith('INSERT');
  const [, table = ''] = /"([^"]+)"/.exec(text) ?? [];
  const [settings = ''] = text.split(' AND precedence <= ');
  const pattern = isInsert ? /'(\w+)': \?/g : /(\w+)"? = \?/g;
  return { isInsert, table, names: [...settings.matchAll(pattern)].map(([, name = '']) => name) };
}
