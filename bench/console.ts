import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { startConsole } from '../cli/console/console-server.ts';
import type { MessageReport, TimelineEvent } from '../client/api.ts';
import { buildConsole } from '../console/build/build-console.ts';
import { readStaticFiles } from '../serving/static-files.ts';
import { launchChromium } from '../test/console/support/chromium.ts';

// How fast the console is in a slow browser: the first paint on a slow connection, and a search up to the rendered message.

/** Slow 4G as Lighthouse defines it. */
const slow4G = {
  latency: 150,
  downloadThroughput: (1_638.4 * 1_024) / 8,
  uploadThroughput: (750 * 1_024) / 8,
};
const cpuSlowdown = 4;
const runs = 7;
const events = 50;

await buildConsole();
const files = readStaticFiles(resolve(import.meta.dirname, '../dist/console'));
if (!files) throw new Error('expected a built console');
const server = await startConsole({
  files,
  api: { url: 'http://127.0.0.1:9', sign: async () => ({}) },
  watch: async () => ({ stop: async () => {} }),
});
const browser = await launchChromium();

async function firstPaint(): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await answer(page);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.emulateNetworkConditions', { offline: false, ...slow4G });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.goto(server.url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const millis = await page.evaluate<number>(
    "performance.getEntriesByName('first-contentful-paint')[0].startTime",
  );
  await context.close();
  return millis;
}

/** Main-thread time from the search to the rendered message. */
async function search(): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await answer(page);
  await page.goto(server.url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByLabel('Message id or e-mail address').fill('bench-message');
  const cdp = await context.newCDPSession(page);
  // In time of the processor, so that other programs of the machine do not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await taskSeconds(cdp);
  await page.keyboard.press('Enter');
  await page
    .locator('.timeline > li')
    .nth(events - 1)
    .waitFor();
  const millis = 1_000 * ((await taskSeconds(cdp)) - before);
  await context.close();
  return millis;
}

type Cdp = {
  send(method: 'Performance.getMetrics'): Promise<{ metrics: { name: string; value: number }[] }>;
};

async function taskSeconds(cdp: Cdp): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

/** The API does not matter here, so its answers are made up. */
async function answer(page: Page): Promise<void> {
  await page.route('**/v1/**', (route) =>
    route.request().url().includes('/v1/messages/')
      ? route.fulfill({ json: message() })
      : route.fulfill({ status: 404, json: { detail: 'not part of the benchmark' } }),
  );
}

function message(): MessageReport {
  const since = '2026-01-01T00:00:00.000Z';
  const timeline = Array.from(
    { length: events },
    (_, index): TimelineEvent => ({
      id: `e${index}`,
      type: index === 0 ? 'hard_bounce' : 'open',
      provider: 'bench',
      providerType: 'open',
      occurredAt: new Date(Date.parse(since) + index * 60_000).toISOString(),
      receivedAt: since,
      lagMilliseconds: 5_000,
      meaning: 'The message was opened.',
      effect:
        index === 0
          ? { verdict: 'decided' }
          : { verdict: 'outranked', lostTo: { id: 'e0', provider: 'bench', type: 'hard_bounce' } },
      smtpReply: '550 5.1.1 no such user',
    }),
  );
  return {
    messageId: 'bench-message',
    summary: { hard_bounce: 1 },
    summaryOf: 'message',
    recipients: [
      {
        recipient: 'ana@example.com',
        status: 'hard_bounce',
        final: true,
        template: 'welcome',
        stream: null,
        tags: ['a', 'b'],
        since,
        decidedBy: 'e0',
        decidingEventExpired: false,
        lastSeen: {},
        suppressed: true,
        suppressionCause: 'hard_bounce',
        timeline,
      },
    ],
    otherEvents: [],
  };
}

async function median(measure: () => Promise<number>): Promise<number> {
  const measured: number[] = [];
  for (let run = 0; run < runs; run++) measured.push(await measure());
  return measured.sort((one, other) => one - other)[Math.floor(runs / 2)] ?? Number.NaN;
}

process.stdout.write(
  `first contentful paint, slow 4G and ${cpuSlowdown}× CPU: ${Math.round(await median(firstPaint))} ms (goal: below 1000)\n`,
);
process.stdout.write(
  `search to a rendered message of ${events} events: ${Math.round(await median(search))} ms of the main thread (goal: below 150)\n`,
);
await browser.close();
await server.stop();
