import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { announce, localFaces } from '../../bin/local-faces.ts';
import { buildConsole } from '../../console/build/build-console.ts';
import { startDynamoDbLocal } from '../../local/dynamodb-local.ts';
import { startLocalStack } from '../../local/local-stack.ts';
import { synthesize } from '../../local/synthesize.ts';
import { commandLine } from '../support/command-line.ts';
import { launchChromium } from './support/chromium.ts';
import { readMessage, serveConsole } from './support/serve-console.ts';
import { smallPng } from './support/small-png.ts';
import { messages, people, type Sender, senderOf, tellStories, untilTold } from './support/stories.ts';

const root = resolve(import.meta.dirname, '../..');
const images = join(root, 'docs/images');
/** A history in which every page has something to show. */
const history = ['--days', '60', '--messages', '6000'];
const require = createRequire(import.meta.url);
/** The names on the command line, or all. */
const names = process.argv.slice(2);

type Shot = {
  readonly name: string;
  readonly path: string;
  /** A text that is there when the page is complete. */
  readonly shows: string | RegExp;
  readonly before?: (page: Page, sender: Sender) => Promise<void>;
};

const shots: readonly Shot[] = [
  { name: 'message', path: `/messages/${messages.bounced}`, shows: 'Decided the status' },
  { name: 'address', path: `/addresses/${people.reset}`, shows: 'password-reset' },
  {
    name: 'release',
    path: `/addresses/${people.complained}`,
    shows: 'spring-offer',
    before: async (page) => {
      await page.getByRole('button', { name: 'Release …' }).click();
      await page.getByLabel('Why?').fill('Asked by phone to get the offers again, ticket 4711');
      await page.getByRole('checkbox').check();
    },
  },
  { name: 'suppressions', path: '/suppressions', shows: /^Unsubscribed \d/ },
  {
    name: 'several-addresses',
    path: `/check?q=${Object.values(people).join(',')}`,
    shows: /of 4 suppressed/,
  },
  {
    name: 'dead-letters',
    path: '/dead-letters',
    shows: '2 dead letters',
    before: async (page) => {
      await page.getByRole('button', { name: 'Look inside' }).first().click();
      await page.locator('pre').first().waitFor();
    },
  },
  { name: 'health', path: '/health', shows: 'The way of an event' },
  {
    name: 'deliverability',
    path: '/deliverability?days=30&compare=1',
    shows: 'newsletter',
  },
  {
    name: 'live',
    path: '/watch',
    shows: 'Connected',
    before: async (page, { send }) => {
      const kinds = [
        'processed',
        'delivered',
        'delivered',
        'open',
        'hard_bounce',
        'delivered',
        'click',
        'deferred',
      ];
      for (const [index, kind] of kinds.entries())
        await send('sendgrid', [
          { kind, to: [`guest.${index}@example.com`], messageId: `sg-order-${7100 + index}`, at: new Date() },
        ]);
      await page
        .locator('tbody tr')
        .nth(kinds.length - 1)
        .waitFor();
    },
  },
  { name: 'set-up', path: '/set-up', shows: 'Settings of this stack' },
  // Last, so that it shows what was opened.
  { name: 'home', path: '/', shows: 'opened by people ÷ delivered' },
];

const wanted = shots.filter(({ name }) => names.length === 0 || names.includes(name));

/** The pictures show the fonts of a Mac as nearly as free ones can. The console itself brings none. */
function fonts(): string {
  const face = (family: string, file: string) => {
    const data = readFileSync(require.resolve(file)).toString('base64');
    return `@font-face{font-family:${family};font-weight:100 900;src:url(data:font/woff2;base64,${data})}`;
  };
  return (
    face('ui-sans-serif', '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2') +
    face('ui-monospace', '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2')
  );
}

async function untilShown(page: Page, shows: Shot['shows']): Promise<void> {
  try {
    await page.getByText(shows).first().waitFor({ timeout: 60_000 });
  } catch {
    throw new Error(`expected a page with ${shows}, found: ${await page.locator('main').innerText()}`);
  }
}

async function shoot(url: string, sender: Sender): Promise<void> {
  const browser = await launchChromium();
  for (const theme of ['light', 'dark'] as const) {
    // The policy of the console allows no font from elsewhere; only the pictures get around it.
    const context = await browser.newContext({
      bypassCSP: true,
      viewport: { width: 1280, height: 800 },
      colorScheme: theme,
      locale: 'en-US',
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const { name, path, shows, before } of wanted) {
      await page.goto(new URL(path, url).href);
      // A picture has no scroll bar, so it needs no room for one.
      await page.addStyleTag({ content: `${fonts()}html{scrollbar-gutter:auto}` });
      await untilShown(page, shows);
      await page.locator('.person:not(:empty)').first().waitFor();
      await before?.(page, sender);
      await page.locator('[aria-busy]').first().waitFor({ state: 'detached' });
      await page.evaluate('document.fonts.ready');
      writeFileSync(join(images, `console-${name}-${theme}.png`), smallPng(await page.screenshot()));
      process.stdout.write(`docs/images/console-${name}-${theme}.png\n`);
    }
    await context.close();
  }
  await browser.close();
}

const assemblyDir = join(root, 'node_modules/.cache/mailfold/screenshots');
mkdirSync(images, { recursive: true });
const [dynamoDb] = await Promise.all([
  startDynamoDbLocal({ quickStart: true }),
  synthesize(assemblyDir, new AbortController().signal, { stage: 'dev' }),
  buildConsole(),
]);
const dataDir = mkdtempSync(join(tmpdir(), 'mailfold-screenshots-'));
process.env['MAILFOLD_DIR'] = dataDir;
const { providerKeys, options } = await localFaces(dataDir);
const stack = await startLocalStack({
  assemblyDir,
  dynamoDbEndpoint: dynamoDb.endpoint,
  visibilitySeconds: 1,
  longestWindowSeconds: 1,
  ...options,
});
const sender = senderOf(
  async (provider, { headers, body }) =>
    (await fetch(`${stack.apiUrl}/webhooks/${provider}`, { method: 'POST', headers, body })).status,
  (provider) => providerKeys[provider]?.signingKey ?? '',
);
await sender.sendUnreadable('sendgrid', '[{"event":17}]');
await sender.sendUnreadable('sendgrid', '[{"event":"delivered","timestamp":"soon"}]');
await tellStories(sender, new Date());
await untilTold((messageId) => readMessage(stack.apiUrl, messageId));
announce(dataDir, stack);
const seeded = await commandLine('seed', ...history);
if (seeded.exitCode !== 0) throw new Error(`expected a seeded history, found: ${seeded.error}`);
const server = await serveConsole(stack);
await shoot(server.url, sender);
await server.stop();
await stack.stop();
await dynamoDb.stop();
rmSync(dataDir, { recursive: true, force: true });
