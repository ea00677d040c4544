import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../lambdas/api/openapi.ts';
import { operations } from '../../../lambdas/api/operations.ts';

type Described = { operationId: string; parameters: { name: string; in: string; required: boolean }[] };

describe('the OpenAPI document', () => {
  const document = openApiDocument() as { openapi: string; paths: Record<string, Record<string, Described>> };

  it('is the one in docs/openapi.json; `npm run openapi` updates it', () => {
    const written = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'));
    expect(JSON.parse(JSON.stringify(document))).toEqual(written);
  });

  it('describes every operation, with the parameters in its path', () => {
    expect(document.openapi).toBe('3.1.0');
    for (const { id, method, path } of operations) {
      const described = document.paths[path]?.[method.toLowerCase()];
      expect(described?.operationId).toBe(id);
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(described?.parameters.filter((each) => each.in === 'path').map(({ name }) => name)).toEqual(
        named,
      );
    }
  });
});
