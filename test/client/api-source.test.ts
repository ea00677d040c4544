import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type * as api from '../../client/api.ts';
import { routes as clientRoutes } from '../../client/api.ts';
import { MailfoldClient } from '../../client/index.ts';
import { clientSource } from '../../lambdas/api/openapi/client-source.ts';
import { declarationOf, typeOf } from '../../lambdas/api/openapi/typescript.ts';
import { type Definitions, operations } from '../../lambdas/api/operations.ts';
import { type RouteId, routes } from '../../lambdas/api/routes.ts';
import type { named } from '../../lambdas/api/schemas.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const client = new MailfoldClient({ url: 'http://127.0.0.1:4710' });
const methods = client as unknown as Record<string, unknown>;

/** What a part of a request takes. It is never changed; and zod's type of nothing would forbid all other parts. */
type Part<Id extends RouteId, Place extends 'path' | 'query' | 'body'> = Taken<
  z.input<Definitions[Id]['input'][Place]>
>;
type Taken<Value> = string extends keyof Value
  ? unknown
  : { readonly [Key in keyof Value]: Readonly<Value[Key]> };

/** Which method reads all pages of an operation. */
const readers: Readonly<Record<string, keyof MailfoldClient>> = {
  getMessage: 'eachRecipientOfMessage',
  listMessagesOfRecipient: 'eachMessageOfRecipient',
  getSuppression: 'eachHistoryEntry',
  listSuppressions: 'eachSuppression',
};

describe('the client', () => {
  it('has a method for every route; a new one is one line in client/mailfold-client.ts', () => {
    const missing = routes.filter(({ id }) => typeof methods[id] !== 'function').map(({ id }) => id);
    expect(missing).toEqual([]);
    expect(Object.keys(clientRoutes)).toEqual(routes.map(({ id }) => id));
  });

  it('has a method for every list that reads all of its pages', () => {
    const paged = operations
      .filter(({ input }) => 'cursor' in shapeOf(input.query))
      // The last page of a list has no cursor; what goes on for ever always has one.
      .filter(({ answer }) => shapeOf(answer)['cursor']?.isOptional())
      .map(({ id }) => id);
    expect(paged.toSorted()).toEqual(Object.keys(readers).toSorted());
    for (const reader of Object.values(readers)) expect(typeof methods[reader]).toBe('function');
  });
});

describe('the pages for those who write programs', () => {
  const page = (name: string) => readFileSync(`${root}/${name}`, 'utf8');

  it('name every method in the table of the client', () => {
    const [, table = ''] = /^## Methods$([\s\S]*?)^Every method/m.exec(page('client/README.md')) ?? [];
    expect(routes.filter(({ id }) => !table.includes(`\`${id}(`)).map(({ id }) => id)).toEqual([]);
  });

  it('name every route in the table of the API', () => {
    const rows = page('docs/api.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    const listed = [...rows.join('\n').matchAll(/`((?:GET|PUT|POST) [^`?]+)/g)].map(([, route]) => route);
    expect(listed.toSorted()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).toSorted());
  });
});

describe('the types of the client', () => {
  it('are those in client/api.ts; `npm run openapi` updates it', () => {
    const biome = ['node_modules/.bin/biome', 'format', '--stdin-file-path=client/api.ts'];
    const { stdout } = spawnSync(process.execPath, biome, {
      cwd: root,
      input: clientSource(),
      encoding: 'utf8',
    });
    expect(readFileSync(`${root}/client/api.ts`, 'utf8')).toBe(stdout);
  });

  it('say of every answer what its schema says', () => {
    type Answers = { [Id in RouteId]: Awaited<ReturnType<api.MailfoldApi[Id]>> };
    type Expected = { [Id in RouteId]: z.output<Definitions[Id]['answer']> };
    expectTypeOf<Answers>().toEqualTypeOf<Expected>();
    expectTypeOf<api.Problem>().toEqualTypeOf<z.output<typeof named.Problem>>();
  });

  it('let through only inputs that its schema takes', () => {
    type Inputs = { [Id in RouteId]: NonNullable<Parameters<api.MailfoldApi[Id]>[0]> };
    type Expected = {
      [Id in RouteId]: Part<Id, 'path'> & Part<Id, 'query'> & Part<Id, 'body'>;
    };
    expectTypeOf<Inputs>().toExtend<Expected>();
  });
});

describe('a schema becomes a type', () => {
  it('with its description, optional fields, lists, choices and nulls', () => {
    expect(declarationOf('CauseSummary', { ...schemaWithEverything, description: 'Why' }, 'answer')).toBe(
      [
        '/** Why */',
        'export type CauseSummary = {',
        'cause: Cause;',
        '/** Of all mail @default 1 */',
        'count?: number;',
        'choices: ("a" | "b")[];',
        'since: string | null;',
        'last: Moment | null;',
        'times: Partial<Record<Cause, Moment>>;',
        'sums: Record<string, number>;',
        '};',
      ].join('\n'),
    );
  });

  it('that a caller can pass without copying, if it is an input', () => {
    expect(typeOf({ type: 'array', items: { type: 'string' } }, 'input')).toBe('readonly string[]');
    const optional = { type: 'object', properties: { limit: { type: 'integer' } } };
    expect(typeOf(optional, 'input')).toBe('{\nreadonly limit?: number | undefined;\n}');
  });

  it('or is refused', () => {
    expect(() => typeOf({ description: 'anything' }, 'answer')).toThrow('expected a schema that has a type');
  });
});

const schemaWithEverything = {
  type: 'object',
  properties: {
    cause: { $ref: '#/components/schemas/Cause' },
    count: { type: 'integer', description: 'Of all mail', default: 1 },
    choices: { type: 'array', items: { enum: ['a', 'b'] } },
    since: { type: ['string', 'null'] },
    last: { anyOf: [{ $ref: '#/components/schemas/Moment' }, { type: 'null' }] },
    times: {
      type: 'object',
      propertyNames: { $ref: '#/components/schemas/Cause' },
      additionalProperties: { $ref: '#/components/schemas/Moment' },
    },
    sums: { type: 'object', additionalProperties: { type: 'number' } },
  },
  required: ['cause', 'choices', 'since', 'last', 'times', 'sums'],
} as const;

/** The fields of an object. */
function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  return (schema as z.ZodObject).shape;
}
