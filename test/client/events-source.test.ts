import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { MailfoldEvent, WebhookTest } from '../../client/index.ts';
import type { Announcement, TestAnnouncement } from '../../fanout/event-schema.ts';
import { clientEventsSource, eventsSchema } from '../../lambdas/api/openapi/event-source.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

function formatted(path: string, input: string): string {
  const biome = ['node_modules/.bin/biome', 'format', `--stdin-file-path=${path}`];
  return spawnSync(process.execPath, biome, { cwd: root, input, encoding: 'utf8' }).stdout;
}

describe('the events', () => {
  it.each([
    ['client/events.ts', () => clientEventsSource()],
    ['docs/events.schema.json', () => JSON.stringify(eventsSchema(), null, 2)],
  ])('are those in %s; `npm run openapi` updates it', (path, source) => {
    expect(readFileSync(`${root}/${path}`, 'utf8')).toBe(formatted(path, source()));
  });

  it('have the types in the client that their schemas say', () => {
    expectTypeOf<MailfoldEvent>().toEqualTypeOf<Announcement>();
    expectTypeOf<WebhookTest>().toEqualTypeOf<TestAnnouncement>();
  });
});
