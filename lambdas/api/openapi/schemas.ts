import * as z from 'zod';
import { consoleNamed } from '../console-schemas.ts';
import { named } from '../schemas.ts';
import { statsNamed } from '../stats-schemas.ts';

/** A JSON Schema (draft 2020-12), as far as zod writes it for our schemas. */
export type JsonSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly propertyNames?: JsonSchema;
  readonly additionalProperties?: JsonSchema;
};

for (const [id, schema] of Object.entries({ ...named, ...consoleNamed, ...statsNamed }))
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });

export const schemaPlace = '#/components/schemas/';

/** The schema, or a reference to it if it has a name. */
export function schemaOf(shape: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, $defs: __, ...schema } = converted(shape, io);
  return schema as JsonSchema;
}

/** The named schemas among these and their parts. */
export function namedSchemasOf(
  shapes: Iterable<readonly [shape: z.ZodType, io: 'input' | 'output']>,
): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {};
  for (const [shape, io] of shapes) Object.assign(found, converted(shape, io)['$defs']);
  return Object.fromEntries(Object.entries(found).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function converted(shape: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const schema = z.toJSONSchema(shape, { io, override: ({ jsonSchema }) => simplify(jsonSchema) });
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', `"${schemaPlace}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** Removes what zod adds and no reader needs. */
function simplify(schema: Record<string, unknown>): void {
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  // The format says the same.
  if (schema['format'] === 'date-time') delete schema['pattern'];
  // Answers may gain fields, and a caller that checks them must not fail then.
  if (schema['additionalProperties'] === false) delete schema['additionalProperties'];
  const names = schema['propertyNames'] as { type?: string; enum?: unknown; $ref?: string } | undefined;
  if (names?.type === 'string' && !names.enum && !names.$ref) delete schema['propertyNames'];
}
