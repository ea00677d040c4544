import { writeFileSync } from 'node:fs';
import { clientSource } from '../lambdas/api/openapi/client-source.ts';
import { clientEventsSource, eventsSchema } from '../lambdas/api/openapi/event-source.ts';
import { openApiDocument } from '../lambdas/api/openapi.ts';

writeFileSync('docs/openapi.json', `${JSON.stringify(openApiDocument(), null, 2)}\n`);
writeFileSync('client/api.ts', `${clientSource()}\n`);
writeFileSync('docs/events.schema.json', `${JSON.stringify(eventsSchema(), null, 2)}\n`);
writeFileSync('client/events.ts', `${clientEventsSource()}\n`);
