import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A page of the console, and what went wrong in it. */
export type Visit = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Violations of the content security policy, faults in scripts, and requests to other places. */
  readonly problems: string[];
  go(path: string): Promise<void>;
};

type Options = {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
};

/** Signs in with the URL that the server printed. */
export async function visit(browser: Browser, url: string, options: Options = {}): Promise<Visit> {
  const { origin } = new URL(url);
  const opened = await openPage(browser, [origin], options);
  const { page } = opened;
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { ...opened, go: async (path) => void (await page.goto(origin + path)) };
}

type HostedVisit = {
  readonly url: string;
  readonly issuer: string;
  readonly username: string;
  readonly path: string;
};

/** Opens a page of a hosted console and signs in. The tokens are in memory alone, so whoever loads a page signs in again. */
export async function visitHosted(
  browser: Browser,
  { url, issuer, username, path: first }: HostedVisit,
): Promise<Visit> {
  const opened = await openPage(browser, [url, issuer]);
  const { page } = opened;
  const go = async (path: string) => {
    await page.goto(url + path);
    await page.getByRole('button', { name: username }).click();
    await page.waitForURL(url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  await go(first);
  return { ...opened, go };
}

async function openPage(
  browser: Browser,
  origins: readonly string[],
  { theme = 'light', width = 1280, height = 900 }: Options = {},
): Promise<Omit<Visit, 'go'>> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  });
  // A loaded machine is slow; this is only the end of our patience.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    // The browser itself reports every answer that is an error; a page may ask for what does not exist.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  page.on('request', (request) => {
    const to = request.url();
    if (!to.startsWith('blob:') && !origins.some((origin) => to.startsWith(origin)))
      problems.push(`asked ${to}`);
  });
  return { page, context, problems };
}
