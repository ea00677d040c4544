import * as z from 'zod';
import { eventSchemas, testSchema } from '../../../fanout/event-schema.ts';
import type { JsonSchema } from './schemas.ts';
import { declarationOf } from './typescript.ts';

/** Schemas by the name of their type in the client. */
const named = { ...eventSchemas, WebhookTest: testSchema };

/** docs/events.schema.json: what other programs are told. Bodies of webhooks match it; `detail` of EventBridge is their `data`. */
export function eventsSchema() {
  const definitions = definitionsOf();
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Mailfold events',
    description:
      'The body of a webhook. On EventBridge, `detail-type` is its `type`, and `detail` its `data`.',
    anyOf: Object.keys(definitions).map((name) => ({ $ref: `#/$defs/${name}` })),
    $defs: definitions,
  };
}

/** The source of client/events.ts. */
export function clientEventsSource(): string {
  const names = Object.keys(named);
  return [
    '// Written by `npm run openapi` from the schemas of the events. Changes here are lost.',
    ...Object.entries(definitionsOf()).map(([name, schema]) => declarationOf(name, schema, 'answer')),
    '/** An event of mail. Programs tell them apart by `type`. */',
    `export type MailfoldEvent = ${Object.keys(eventSchemas).join(' | ')};`,
    '/** What a webhook can contain. */',
    `export type MailfoldWebhook = MailfoldEvent | ${names.at(-1)};`,
  ]
    .join('\n\n')
    .replaceAll('*/\n\nexport', '*/\nexport');
}

function definitionsOf(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(named).map(([name, schema]) => {
      const { $schema: _, ...definition } = z.toJSONSchema(schema, {
        override: ({ jsonSchema }) => simplify(jsonSchema as Record<string, unknown>),
      });
      return [name, definition as JsonSchema];
    }),
  );
}

function simplify(schema: Record<string, unknown>): void {
  // The format says the same.
  if (schema['format'] === 'date-time') delete schema['pattern'];
  // Events may gain fields, and a program that checks them must not fail then.
  if (schema['additionalProperties'] === false) delete schema['additionalProperties'];
  if ((schema['propertyNames'] as { type?: string } | undefined)?.type === 'string')
    delete schema['propertyNames'];
}
