import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { SuppressionPage, SuppressionState } from '../../../client/api.ts';
import { callApi } from '../../support/api.ts';
import { scrollToEnd } from '../support/in-page.ts';
import type { World } from '../support/world.ts';

const rows = 'a[data-row]';

export function suppressionList(world: World): void {
  describe('the list of suppressions', () => {
    it('is filtered by cause and domain, and the URL says so', async () => {
      const { page, go } = await world.visitor();
      await go('/suppressions');
      await page.locator(rows).first().waitFor();
      await page.getByRole('button', { name: /^Spam complaint/ }).click();
      await page.getByLabel('Domain').pressSequentially('example.org');
      await page.waitForURL(/reason=complaint&domain=example\.org/);
      await page.getByText(/shown, no more/).waitFor();
      const addresses = await page.locator(rows).allInnerTexts();
      expect(addresses.length).toBeGreaterThan(0);
      expect(addresses.filter((address) => !address.endsWith('@example.org'))).toEqual([]);
      await page.reload();
      await page.locator(rows).first().waitFor();
      expect(await page.locator(rows).allInnerTexts()).toEqual(addresses);
    });

    it('says how many addresses there are for each cause', async () => {
      const { page, go } = await world.visitor();
      await go('/suppressions');
      await page.getByRole('button', { name: /^Unsubscribed \d+\+?$/ }).waitFor();
    });

    it('is exported as a file that can be imported again', async () => {
      const { page, go } = await world.visitor();
      await go('/suppressions?domain=example.net');
      await page.locator(rows).first().waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export' }).click(),
      ]);
      const file = readFileSync(await download.path(), 'utf8');
      const [header, ...lines] = file.trim().split('\r\n');
      expect(header).toBe('address,cause,scope,since,provider,message,event,by,because,diagnostic');
      expect(lines.length).toBeGreaterThan(5);

      const added = `${file}new.one@example.net,,,,,,,,,\r\nno address at all,,,,,,,,,\r\n`;
      await page.getByRole('button', { name: 'Import' }).click();
      const dialog = page.getByRole('dialog');
      await dialog
        .getByLabel('CSV file')
        .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(added) });
      await dialog.getByLabel('Why?').fill('list of the earlier provider');
      await dialog.getByRole('button', { name: /^Import \d+/ }).click();
      await dialog.getByText(`1 line added, ${lines.length} were there before.`).waitFor();
      await dialog.getByText(`Line ${lines.length + 3}:`).waitFor();
      const { body } = await callApi(world.stack, 'GET', '/v1/suppressions/new.one@example.net');
      expect(body).toMatchObject({ suppressed: true, cause: { cause: 'manual' } });
    });

    it('scrolls through ten thousand addresses with few rows in the document', async () => {
      const { page, go } = await world.visitor();
      await answerWithMany(page, 10_000);
      await go('/suppressions');
      await page.locator(rows).first().waitFor();
      await page.getByText('100 shown, more while you scroll').waitFor();
      for (;;) {
        await scrollToEnd(page);
        const foot = await page.getByText(/[\d,]+ shown/).innerText();
        if (foot.startsWith('10,000')) break;
      }
      await scrollToEnd(page);
      await page.getByText('person9999@example.com').waitFor();
      expect(await page.locator(rows).count()).toBeLessThan(80);
    });
  });
}

/** A list that no test can wait for to be stored: 100 pages of 100. */
async function answerWithMany(page: Page, count: number): Promise<void> {
  await page.route(/\/v1\/suppressions\?/, (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const to = from + 100;
    const suppressions = Array.from({ length: 100 }, (_, index) => suppressed(from + index));
    const json: SuppressionPage = { suppressions, ...(to < count && { cursor: String(to) }) };
    return route.fulfill({ json });
  });
}

function suppressed(number: number): SuppressionState {
  const since = '2026-01-01T00:00:00.000Z';
  const cause = {
    cause: 'hard_bounce' as const,
    scope: '*',
    since,
    lastEvidence: { id: `e${number}`, occurredAt: since },
  };
  return { address: `person${number}@example.com`, suppressed: true, cause, causes: [cause] };
}
