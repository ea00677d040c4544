import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/wait.ts';
import { backgroundOf, focusedText } from '../support/in-page.ts';
import { messages, people } from '../support/stories.ts';
import type { World } from '../support/world.ts';

export function handling(world: World): void {
  describe('is handled', () => {
    it('with the keyboard alone, from the search to a release', async () => {
      const { page } = await world.visitor();
      const { keyboard } = page;
      await keyboard.press('/');
      await keyboard.type('ravi.116@mail.example.com');
      await keyboard.press('Enter');
      await page.getByRole('heading', { name: 'ravi.116@mail.example.com' }).waitFor();
      await page.getByRole('button', { name: 'Release …' }).waitFor();
      await focusBy(page.keyboard, 'Tab', () => focusedText(page).then((text) => text === 'Release …'));
      await keyboard.press('Enter');
      await page.getByRole('dialog').getByLabel('Why?').waitFor();
      await keyboard.type('back from holiday');
      await keyboard.press('Tab');
      await keyboard.press('Tab');
      await keyboard.press('Enter');
      await page.getByText('Mail may be sent to this address.').waitFor();
    });

    it('j and k move through the rows, Enter opens one, and going back returns', async () => {
      const { page, go } = await world.visitor();
      await go('/suppressions');
      await page.locator('a[data-row]').nth(2).waitFor();
      for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
      const second = await page.locator('a[data-row]').nth(1).innerText();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: second }).waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'Suppressions', level: 1 }).waitFor();
      await expect.poll(() => focusedText(page), { timeout: 60_000 }).toBe(second);
    });

    it('g and a letter go to a page, ? shows the keys, Esc closes them', async () => {
      const { page } = await world.visitor();
      for (const [letter, title] of [
        ['s', 'Suppressions'],
        ['d', 'Deliverability'],
        ['l', 'Live'],
        ['x', 'Dead letters'],
        ['h', 'Health'],
      ]) {
        await page.keyboard.press('g');
        await page.keyboard.press(letter ?? '');
        await page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor();
      }
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });

    it('times are local, with UTC on hover, or in UTC for who prefers that', async () => {
      const { page, go } = await world.visitor();
      await go(`/messages/${messages.bounced}`);
      const time = page.locator('.timeline time').first();
      await time.waitFor();
      const at = new Date((await time.getAttribute('datetime')) ?? '');
      const hours = (timeZone: string) =>
        at.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' });
      expect(await time.innerText()).toContain(hours('Europe/Berlin'));
      expect(await time.getAttribute('title')).toContain(`${hours('UTC')}.000 UTC`);
      await page.getByRole('button', { name: 'Times: local' }).click();
      expect(await time.innerText()).toContain(`${hours('UTC')} UTC`);
    });

    it('a chosen theme is kept', async () => {
      const { page, go } = await world.visitor({ theme: 'light' });
      await go('/set-up');
      await page.getByRole('button', { name: 'Dark', exact: true }).click();
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await backgroundOf(page)).toBe('rgb(12, 13, 17)');
    });

    it('what strangers write is only text', async () => {
      const hostile = '<img src=x onerror="document.title=1"><b>bold</b>\u202e';
      await world.stack.postToSendgrid([
        bounced({ email: 'hostile@example.com', sg_message_id: 'hostile-1.recvd-1.0' }, hostile),
      ]);
      const { page, go } = await world.visitor();
      await world.stack.untilIdle();
      for (const path of ['/messages/hostile-1', '/addresses/hostile@example.com']) {
        await go(path);
        await page.getByText('<b>bold</b>').first().waitFor();
        expect(await page.locator('main img, main b >> text=bold').count()).toBe(0);
        expect(await page.locator('main').innerText()).not.toContain('\u202e');
      }
    });

    it('an address or an id shows what nobody would see, and cannot look like another', async () => {
      await world.stack.postToSendgrid([
        bounced({ email: '\u202eevil\u202c@example.com', sg_message_id: 'tur\u202ened.recvd-1.0' }, 'no'),
        bounced({ email: 'formula@example.com', sg_message_id: 'formula-1.recvd-1.0' }, '=1+1'),
      ]);
      await world.stack.untilIdle();
      const { page, go } = await world.visitor();
      const address = '\\u202eevil\\u202c@example.com';
      await go('/suppressions?domain=example.com&days=1');
      const row = page.getByRole('row').filter({ hasText: address });
      await row.getByLabel(`Choose ${address}`).waitFor();
      expect(await page.locator('main').innerText()).not.toMatch(/[\u202a-\u202e]/);

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export' }).click(),
      ]);
      await page.getByText('Left out 1 address with characters that nobody can see').waitFor();
      const file = readFileSync(await download.path(), 'utf8');
      expect(file).not.toContain('evil');
      // A spreadsheet would run it as a formula.
      expect(file).toMatch(/^formula@example\.com,.*,'=1\+1$/m);

      await go('/');
      const latest = page.getByRole('region', { name: 'Latest suppressions' });
      await latest.getByRole('link', { name: address }).click();
      await page.getByRole('heading', { name: address }).waitFor();
      await page
        .getByRole('link', { name: /tur\\u202ened/ })
        .first()
        .click();
      await page.getByRole('heading', { name: 'tur\\u202ened' }).waitFor();
      await page.getByRole('region', { name: address }).waitFor();
    });

    it('an unknown message or page says what to do', async () => {
      const { page, go } = await world.visitor();
      await go('/messages/nobody-knows-it');
      await page.getByText('No event about this message has arrived').waitFor();
      for (const path of ['/nowhere', '/messages/', '/addresses']) {
        await go(path);
        await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
      }
    });

    it('a message that is asked about for somebody else leads to its own recipients', async () => {
      const { page, go } = await world.visitor();
      await go(`/messages/${messages.bounced}?to=zz@zz.zz`);
      await page.getByRole('heading', { name: 'No event about zz@zz.zz' }).waitFor();
      await page.getByRole('link', { name: 'Show all recipients' }).click();
      await page.getByRole('region', { name: people.bounced }).waitFor();
      expect(await page.title()).toBe(`${messages.bounced} · Message · Mailfold`);
    });

    it('whatever stands in the address bar, the rates are those of some days', async () => {
      const { page, go } = await world.visitor();
      for (const question of ['days=abc', 'days=99999', 'days=0', 'days=7.5', 'by=nonsense']) {
        await go(`/deliverability?${question}`);
        const asked = await page.waitForRequest(/\/v1\/stats/);
        const { searchParams } = new URL(asked.url());
        const [from, to] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''));
        expect([question, ((to ?? 0) - (from ?? 0)) / 86_400_000]).toEqual([question, 13]);
        expect(searchParams.get('by')).toBe('template');
      }
    });

    it('before the first event, the first page leads to the set-up', async () => {
      const { page, go } = await world.visitor();
      const health = { state: 'well', checkedAt: new Date().toISOString(), findings: [] };
      await page.route('**/v1/health', (route) => route.fulfill({ json: health }));
      await go('/');
      await page.getByRole('link', { name: 'Connect your first provider' }).click();
      await page.getByRole('heading', { name: 'Set-up', level: 1 }).waitFor();
    });

    it('a page with a fault says so, and the others go on', async () => {
      const { page, go, problems } = await world.visitor();
      await page.route('**/v1/health', (route) => route.fulfill({ json: {} }));
      await go('/health');
      await page.getByRole('heading', { name: 'This page has a fault' }).waitFor();
      await page.getByRole('button', { name: 'Reload' }).waitFor();
      await page.getByRole('link', { name: 'Suppressions' }).first().click();
      await page.locator('a[data-row]').first().waitFor();
      // The browser's console has the fault, for whoever mends it.
      expect(problems.splice(0)).toEqual([expect.stringContaining('undefined')]);
    });

    it('says what to do when the session has ended, or the server', async () => {
      const { page, context, go } = await world.visitor();
      await page.route('**/v1/**', (route) => route.abort());
      await go('/');
      await page.getByRole('heading', { name: 'No answer' }).waitFor();
      await page.getByText('show this to whoever runs Mailfold').waitFor();
      await eventually(
        'nothing that waits for ever',
        async () => (await page.locator('.skeleton').count()) === 0,
      );
      await page.getByRole('link', { name: 'Health' }).first().click();
      await page.getByText(/Is `mailfold console` still running/).waitFor();
      await page.unroute('**/v1/**');
      await context.clearCookies();
      await go(`/addresses/${people.reset}`);
      await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    });
  });
}

/** An event as SendGrid tells it, with text from strangers. */
function bounced(whom: { readonly email: string; readonly sg_message_id: string }, text: string): object {
  return {
    ...whom,
    timestamp: Math.floor(Date.now() / 1_000),
    event: 'bounce',
    type: 'bounce',
    reason: text,
    category: [text],
    sg_template_name: text,
    sg_event_id: `bounce of ${whom.email}`.replace(/[^a-z]/g, '-'),
  };
}

/** Presses a key until the condition holds. */
async function focusBy(
  keyboard: { press(key: string): Promise<void> },
  key: string,
  isThere: () => Promise<boolean>,
): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await isThere()) return;
    await keyboard.press(key);
  }
  throw new Error(`expected to get there with 60 times ${key}`);
}
