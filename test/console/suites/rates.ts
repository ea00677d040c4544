import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Stats } from '../../../client/api.ts';
import { callApi } from '../../support/api.ts';
import { eventually } from '../../support/wait.ts';
import type { World } from '../support/world.ts';

/** No other test asks for as many days, so that none can find the result of an earlier moment. */
const days = 30;

export function rates(world: World): void {
  /** What the API says once the lake has all mail of the stories. */
  async function statsOnceTold(by: string): Promise<Stats> {
    return eventually('all mail in the lake', async () => {
      const { body } = await callApi(world.stack, 'GET', `/v1/stats?days=${days}&by=${by}&maxAgeMinutes=0`);
      const stats = body as unknown as Stats;
      const names = stats.by?.rows.map(({ group }) => (group.type === 'named' ? group.name : '')) ?? [];
      const isTold = ['password-reset', 'welcome'].every((name) => names.includes(name));
      return isTold && stats.total.counts.complained > 0 ? stats : undefined;
    });
  }

  describe('answers how the rates are', () => {
    it('by day, domain and template, with what each rate was computed from', async () => {
      const { total } = await statsOnceTold('template');
      const { page, go } = await world.visitor();
      await go(`/deliverability?days=${days}`);
      const groups = page.getByRole('region', { name: 'By group' });
      const reset = groups.getByRole('row', { name: /password-reset/ });
      await reset.waitFor();
      const cells = await reset.getByRole('cell').allInnerTexts();
      expect(cells.map((cell) => cell.replace(/\s/g, ' '))).toEqual([
        'password-reset',
        '',
        '1',
        ...['100.0 %', '0.0 %', '0.0 %', '100.0 %', '0.0 %'],
      ]);
      const complaints = page.locator('.tile', { hasText: 'Complaint' });
      await complaints.getByText(`${total.counts.complained} of ${total.counts.delivered}`).waitFor();

      await page.getByText('As a table').click();
      const today = new Date().toISOString().slice(0, 10);
      await page.getByRole('region', { name: 'By day' }).getByRole('cell', { name: today }).waitFor();

      await groups.getByLabel('Group by').selectOption('Recipient domain');
      await groups.getByRole('row', { name: /example\.net/ }).waitFor();
      await page.getByRole('button', { name: 'Compare' }).click();
      await page.waitForURL(/by=recipient-domain.*compare=1|compare=1.*by=recipient-domain/);
    });

    it('as a file with the counts that the page shows', async () => {
      const { by } = await statsOnceTold('template');
      const { page, go } = await world.visitor();
      await go(`/deliverability?days=${days}`);
      await page.getByRole('row', { name: /password-reset/ }).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export' }).click(),
      ]);
      const [header = '', ...lines] = readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\r\n');
      const names = header.split(',');
      const sent = names.indexOf('sent');
      expect([names[0], sent > 0]).toEqual(['template', true]);
      const named = by?.rows.filter(({ group }) => group.type === 'named') ?? [];
      expect(lines.map((line) => [line.split(',')[0], Number(line.split(',')[sent])])).toEqual(
        expect.arrayContaining(
          named.map(({ group, figures }) => [group.type === 'named' && group.name, figures.counts.sent]),
        ),
      );
    });
  });
}
