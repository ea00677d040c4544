import type { JsonSchema } from './schemas.ts';

/** Whether properties can be assigned to: what a caller passes in is only read. */
type Mode = 'answer' | 'input';

/** The TypeScript type of what the schema allows. Covers the JSON Schemas that our zod schemas become. */
export function typeOf(schema: JsonSchema, mode: Mode): string {
  if (schema.$ref) return schema.$ref.replace(/^.*\//, '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return unionOf(schema.enum.map((each) => JSON.stringify(each)));
  if (schema.anyOf) return unionOf(schema.anyOf.map((each) => typeOf(each, mode)));
  if (Array.isArray(schema.type))
    return unionOf(schema.type.map((type: string) => typeOf({ ...schema, type }, mode)));
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return arrayOf(typeOf(schema.items ?? {}, mode), mode);
    case 'object':
      return schema.additionalProperties
        ? recordOf(schema, schema.additionalProperties, mode)
        : objectOf(schema, mode);
    default:
      throw new Error(`expected a schema that has a type in TypeScript, found ${JSON.stringify(schema)}`);
  }
}

/** A declaration of a named type, with its description. */
export function declarationOf(name: string, schema: JsonSchema, mode: Mode): string {
  return `${commentOf(schema.description)}export type ${name} = ${typeOf(schema, mode)};`;
}

export function commentOf(...paragraphs: readonly (string | undefined)[]): string {
  const texts = paragraphs.filter((each) => each !== undefined);
  const lines = texts.flatMap((text, index) => [...(index > 0 ? [''] : []), ...wrapped(text)]);
  if (lines.length === 0) return '';
  const safe = lines.map((line) => line.replaceAll('*/', '* /'));
  if (safe.length === 1) return `/** ${safe[0]} */\n`;
  return `/**\n${safe.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

function wrapped(text: string): string[] {
  return text.match(/.{1,100}(?=\s|$)/g)?.map((line) => line.trim()) ?? [];
}

function objectOf({ properties = {}, required = [] }: JsonSchema, mode: Mode): string {
  const lines = Object.entries(properties).map(([name, schema]) => {
    const prefix = mode === 'input' ? 'readonly ' : '';
    const type = typeOf(schema, mode);
    // Callers pass `undefined` for what they do not have.
    const [mark, also] = required.includes(name) ? [':', ''] : ['?:', mode === 'input' ? ' | undefined' : ''];
    return `${commentOf(describedWithDefault(schema))}${prefix}${name}${mark} ${type}${also};`;
  });
  // `{}` would allow anything.
  return lines.length > 0 ? `{\n${lines.join('\n')}\n}` : 'Record<string, never>';
}

function describedWithDefault({ description, default: value }: JsonSchema): string | undefined {
  if (value === undefined) return description;
  return `${description ?? ''} @default ${String(value)}`.trim();
}

function arrayOf(item: string, mode: Mode): string {
  return `${mode === 'input' ? 'readonly ' : ''}${/[|{ ]/.test(item) ? `(${item})` : item}[]`;
}

function recordOf({ propertyNames }: JsonSchema, values: JsonSchema, mode: Mode): string {
  const value = typeOf(values, mode);
  return propertyNames
    ? `Partial<Record<${typeOf(propertyNames, mode)}, ${value}>>`
    : `Record<string, ${value}>`;
}

function unionOf(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}
