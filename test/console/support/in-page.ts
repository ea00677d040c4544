import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

// What runs in the browser is given as text: the tests are compiled without the types of a browser.

export function widthOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth');
}

export function backgroundOf(page: Page): Promise<string> {
  return page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
}

export function scrollToEnd(page: Page): Promise<void> {
  return page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
}

export function focusedText(page: Page): Promise<string> {
  return page.evaluate('document.activeElement.textContent');
}

/** The sum of all layout shifts since the page was opened. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    // The entries of the past are handed over in a task of their own.
    setTimeout(() => resolve(observer.takeRecords().reduce((sum, { value }) => sum + value, 0)), 0);
  })`);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe has to say about the page, by rule. */
export async function findingsOfAxe(page: Page): Promise<unknown[]> {
  await page.evaluate(axe);
  return page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
    violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) })))`);
}
