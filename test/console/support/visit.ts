import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A page of the console, and what went wrong in it. */
export type Visit = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Violations of the content security policy, faults in scripts, and requests to other places. */
  readonly problems: string[];
  go(path: string): Promise<void>;
  /** What the page would be for a person with these roles. The API refuses the rest, which other tests show. */
  becomes(roles: readonly string[]): Promise<void>;
};

type Options = {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
};

/** Signs in with the URL that the server printed. */
export async function visit(
  browser: Browser,
  url: string,
  { theme = 'light', width = 1280, height = 900 }: Options = {},
): Promise<Visit> {
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
  const { origin } = new URL(url);
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    // The browser itself reports every answer that is an error; a page may ask for what does not exist.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  page.on('request', (request) => {
    const to = request.url();
    if (!to.startsWith(origin) && !to.startsWith('blob:')) problems.push(`asked ${to}`);
  });
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return {
    page,
    context,
    problems,
    go: async (path) => void (await page.goto(origin + path)),
    becomes: async (roles) => {
      await page.route('**/v1/me', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ json: { ...(await answer.json()), roles } });
      });
    },
  };
}
