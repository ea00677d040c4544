import type { Operation } from '../define.ts';
import { openApiDocument } from '../openapi.ts';
import { operations } from '../operations.ts';
import { type JsonSchema, schemaOf } from './schemas.ts';
import { commentOf, declarationOf } from './typescript.ts';

const schemas = openApiDocument().components.schemas as Readonly<Record<string, JsonSchema>>;

/**
 * The source of client/api.ts: the types of the API, its methods and its routes. The client has no dependencies, so it cannot
 * derive them from the schemas itself.
 */
export function clientSource(): string {
  return [
    '// Written by `npm run openapi` from the schemas of the API. Changes here are lost.',
    [importOf('CallOptions', './call-options.ts'), importOf('Route', './request.ts')].join('\n'),
    ...answerTypes(),
    ...operations.map((each) => declarationOf(inputName(each), inputOf(each), 'input')),
    methods(),
    routes(),
    '/** The id of an operation in the OpenAPI document. */\nexport type OperationId = keyof typeof routes;',
  ].join('\n\n');
}

function importOf(type: string, file: string): string {
  return `import type { ${type} } from ${JSON.stringify(file)};`;
}

/** All named schemas but the bodies of requests, which are parts of the inputs. */
function answerTypes(): string[] {
  const bodies = operations.map(({ input }) => nameIn(schemaOf(input.body, 'input')));
  return Object.entries(schemas)
    .filter(([name]) => name !== 'GatewayMessage' && !bodies.includes(name))
    .map(([name, schema]) => declarationOf(name, schema, 'answer'));
}

/** One object with everything that the caller passes: the parts of the path, of the query and of the body. */
function inputOf(operation: Operation): JsonSchema {
  const parts = Object.values(partsOf(operation));
  const names = parts.flatMap(({ properties = {} }) => Object.keys(properties));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`${operation.id}: expected each name in one place, found ${twice} in two`);
  return {
    type: 'object',
    description: `What \`${operation.id}\` takes.`,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  };
}

function partsOf({ input }: Operation): Record<'path' | 'query' | 'body', JsonSchema> {
  return {
    path: schemaOf(input.path, 'input'),
    query: schemaOf(input.query, 'input'),
    body: resolved(schemaOf(input.body, 'input')),
  };
}

function resolved(schema: JsonSchema): JsonSchema {
  return schema.$ref ? (schemas[nameIn(schema)] ?? {}) : schema;
}

function nameIn({ $ref = '' }: JsonSchema): string {
  return $ref.replace(/^.*\//, '');
}

function methods(): string {
  const lines = operations.map((operation) => {
    const { id, summary, description, answer } = operation;
    const mark = inputOf(operation).required?.length ? '' : '?';
    const types = `input${mark}: ${inputName(operation)}, options?: CallOptions`;
    return `${commentOf(`${summary}.`, description)}${id}(${types}): Promise<${nameIn(schemaOf(answer, 'output'))}>;`;
  });
  return `/** A method for each operation of the API. */\nexport interface MailfoldApi {\n${lines.join('\n')}\n}`;
}

function routes(): string {
  const lines = operations.map((operation) => {
    const { id, method, path, writes, knowsRepeats, slowestMillis } = operation;
    const query = Object.keys(partsOf(operation).query.properties ?? {});
    const repeats = writes ? (knowsRepeats ? 'by-key' : 'never') : 'always';
    return `${id}: ${JSON.stringify({ method, path, query, repeats, slowestMillis })},`;
  });
  return `export const routes = {\n${lines.join('\n')}\n} as const satisfies Record<keyof MailfoldApi, Route>;`;
}

function inputName({ id }: Operation): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}Input`;
}
