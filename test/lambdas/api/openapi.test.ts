import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { examples } from '../../../lambdas/api/openapi/examples.ts';
import { openApiDocument } from '../../../lambdas/api/openapi.ts';
import { operations } from '../../../lambdas/api/operations.ts';
import { statusOf } from '../../../lambdas/api/problem.ts';
import type { RouteId } from '../../../lambdas/api/routes.ts';
import { problem } from '../../../lambdas/api/schemas.ts';

type Media = {
  schema: { $ref?: string };
  example?: unknown;
  examples?: Record<string, { value: { code: string } }>;
};
type Answer = { $ref?: string; description?: string; content?: Record<string, Media> };
type Described = {
  operationId: string;
  tags: string[];
  description: string;
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer>;
};
type Document = {
  openapi: string;
  tags: { name: string; description: string }[];
  servers: { url: string; variables: Record<string, { default: string }> }[];
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, unknown>; responses: Record<string, Answer> };
};

const document = JSON.parse(JSON.stringify(openApiDocument())) as Document;
const described = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const mediaOf = (answers: readonly Answer[]) =>
  answers.flatMap(({ content }) => Object.values(content ?? {}));

/** What the recommended rules of Redocly find. */
async function findings(given: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({
    source: JSON.stringify(given),
    absoluteRef: 'openapi.json',
    config,
  });
  return found.map(
    ({ severity, ruleId, message, location }) =>
      `${severity} ${ruleId} ${location[0]?.pointer ?? ''}: ${message.split('\n')[0]}`,
  );
}

describe('the OpenAPI document', () => {
  it('is the one in docs/openapi.json; `npm run openapi` updates it', () => {
    const written = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'));
    expect(document).toEqual(written);
  });

  it("passes Redocly's recommended rules, without a warning", async () => {
    expect(await findings(document)).toEqual([]);
  });

  it('would not pass them with an example that its schema does not allow', async () => {
    const broken = structuredClone(document);
    const media = broken.paths['/v1/messages/{messageId}']?.['get']?.responses['200']?.content;
    Object.assign(media?.['application/json'] ?? {}, { example: { messageId: 7 } });
    expect(await findings(broken)).toContainEqual(expect.stringContaining('no-invalid-media-type-examples'));
  });

  it('describes every operation, with the parameters in its path, under a tag that it describes', () => {
    expect(document.openapi).toBe('3.1.0');
    const tags = document.tags.map(({ name }) => name);
    for (const { id, method, path } of operations) {
      const operation = document.paths[path]?.[method.toLowerCase()];
      expect(operation?.operationId).toBe(id);
      expect(tags).toContain(operation?.tags[0]);
      expect(operation?.description).not.toBe('');
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(operation?.parameters.filter((each) => each.in === 'path').map(({ name }) => name)).toEqual(
        named,
      );
    }
  });

  it('has servers for a deployed and for the local stack', () => {
    const urls = document.servers.map(({ url, variables }) =>
      url.replace(/\{(\w+)\}/g, (_, name: string) => variables[name]?.default ?? '?'),
    );
    expect(urls).toEqual(['https://a1b2c3d4e5.execute-api.us-east-1.amazonaws.com', 'http://127.0.0.1:4710']);
  });

  it('refers to schemas by name in every request and answer', () => {
    const media = described.flatMap(({ requestBody, responses }) =>
      mediaOf([...(requestBody ? [requestBody] : []), ...Object.values(responses)]),
    );
    expect(media.length).toBeGreaterThan(operations.length);
    for (const { schema } of [...media, ...mediaOf(Object.values(document.components.responses))]) {
      const [, name = 'inlined'] = /^#\/components\/schemas\/(\w+)$/.exec(schema.$ref ?? '') ?? [];
      expect(Object.keys(document.components.schemas)).toContain(name);
    }
  });

  it.each(operations.map((each) => [each.id, each] as const))('has a true example of %s', (id, operation) => {
    const { path, query = {}, body = {}, answer } = examples[id as RouteId];
    expect(operation.input.path.parse(path)).toEqual(path);
    expect(operation.input.query.parse(query)).toEqual(query);
    expect(operation.input.body.parse(body)).toEqual(body);
    expect(operation.answer.parse(answer)).toEqual(answer);
  });

  it.each(operations.map((each) => [each.id, each] as const))(
    'says what can go wrong with %s, with a true example of each code',
    (id, { refusals }) => {
      const operation = described.find(({ operationId }) => operationId === id);
      const statuses = new Set([200, 400, 403, 429, 500, 503, ...refusals.map(statusOf)]);
      expect(Object.keys(operation?.responses ?? {})).toEqual([...statuses].sort().map(String));
      const named = mediaOf(Object.values(operation?.responses ?? {})).flatMap((media) =>
        Object.entries(media.examples ?? {}),
      );
      expect(named.map(([code]) => code).toSorted()).toEqual(refusals.toSorted());
      for (const [code, { value }] of named) {
        expect(problem.parse(value)).toEqual(value);
        expect(value.code).toBe(code);
      }
    },
  );
});
