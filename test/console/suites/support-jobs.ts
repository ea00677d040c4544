import { describe, expect, it } from 'vitest';
import { callApi } from '../../support/api.ts';
import { messages, people } from '../support/stories.ts';
import type { World } from '../support/world.ts';

export function supportJobs(world: World): void {
  describe('answers what support is asked', () => {
    it('did the password reset reach the customer?', async () => {
      const { page } = await world.visitor();
      await page.getByLabel('Message id or e-mail address').fill(people.reset);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: people.reset }).waitFor();
      await page.getByRole('link', { name: /password-reset/ }).click();
      await page.getByRole('heading', { name: 'Delivered and opened.' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/messages/${messages.reset}`);
    });

    it('which event decided, and why did the others not?', async () => {
      const { page, go } = await world.visitor();
      await go(`/messages/${messages.bounced}`);
      const events = page.locator('.timeline > li');
      await events.nth(3).waitFor();
      expect(await page.locator('.timeline .decides').innerText()).toContain('Decided the status');
      expect(await page.locator('.timeline .decides').innerText()).toContain('Hard bounce');
      expect(await events.filter({ hasText: 'Delivered' }).first().innerText()).toContain(
        '“Hard bounce” outranks “Delivered”, whichever comes first',
      );
      await page.getByRole('button', { name: 'Raw event' }).first().click();
      await page.locator('pre', { hasText: '"sg_event_id"' }).waitFor();
    });

    it('what became of the mail for each of several recipients?', async () => {
      const { page, go } = await world.visitor();
      await go(`/messages/${messages.group}`);
      await page.getByText(/3 recipients:/).waitFor();
      await page
        .getByRole('region', { name: 'omar@example.org' })
        .getByText(/refused it for now/)
        .waitFor();
      await page
        .getByRole('region', { name: 'lena@example.net' })
        .getByText(/a link was clicked/)
        .waitFor();
    });

    it('why is the address suppressed, and may I release it? The log then names who did, and why', async () => {
      const { page, go } = await world.visitor();
      await go(`/addresses/${people.bounced}`);
      await page.getByText('No mail is sent to this address.').waitFor();
      await page.getByRole('button', { name: 'Release …' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Your provider keeps its own list.').waitFor();
      const confirm = dialog.getByRole('button', { name: 'Release', exact: true });
      expect(await confirm.isDisabled()).toBe(true);
      await dialog.getByLabel('Why?').fill('mailbox is back, ticket 4711');
      await confirm.click();
      await page.getByText('Mail may be sent to this address.').waitFor();
      const log = page.getByRole('region', { name: 'Suppression log' });
      await log.getByText('mailbox is back, ticket 4711').waitFor();
      await log
        .getByTitle(/^arn:aws:iam/)
        .getByText('user/local', { exact: true })
        .waitFor();
      const { body } = await callApi(world.stack, 'POST', '/v1/suppressions/check', {
        addresses: [people.bounced],
      });
      expect(body).toMatchObject({ answers: [{ suppressed: false }] });
    });

    it('releases a complaint only for who has ticked that it is known', async () => {
      const { page, go } = await world.visitor();
      await go(`/addresses/${people.complained}`);
      await page.getByRole('button', { name: 'Release …' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Why?').fill('asked in writing');
      const confirm = dialog.getByRole('button', { name: 'Release', exact: true });
      expect(await confirm.isDisabled()).toBe(true);
      await dialog.getByRole('checkbox').check();
      await confirm.click();
      await page.getByText('Mail may be sent to this address.').waitFor();
    });

    it('suppresses an address by hand', async () => {
      const { page, go } = await world.visitor();
      await go('/addresses/stop.me@example.com');
      await page.getByRole('button', { name: 'Suppress …' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Why?').fill('asked by letter');
      await dialog.getByRole('button', { name: 'Suppress', exact: true }).click();
      await page.getByText('No mail is sent to this address.').waitFor();
      await page.getByText('asked by letter').waitFor();
    });

    it('names every provider that holds the address, with a link to the list of each', async () => {
      const address = 'both.providers@example.com';
      for (const [provider, messageId] of [
        ['sendgrid', 'both-1'],
        ['postmark', 'both-2'],
      ] as const)
        await world.sender.send(provider, [
          { kind: 'hard_bounce', to: [address], messageId, at: new Date() },
        ]);
      await world.stack.untilIdle();
      const { page, go } = await world.visitor();
      await go(`/addresses/${address}`);
      await page.getByRole('button', { name: 'Release …' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Your providers keep their own lists.').waitFor();
      for (const title of ['SendGrid', 'Postmark'])
        await dialog.getByRole('link', { name: `Open the list of ${title}` }).waitFor();
    });

    it('checks a pasted list, and sets aside what is not an address', async () => {
      const { page } = await world.visitor();
      const box = page.getByLabel('Message id or e-mail address');
      await box.fill(`${people.released}, foo, "Lopez, Maria" <${people.reset}>`);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: '1 of 2 suppressed' }).waitFor();
      await page.getByText('Not an address:').waitFor();
      expect(await page.locator('.notice li').allInnerTexts()).toEqual(['foo']);
    });

    it('checks and releases several addresses at once', async () => {
      const { page } = await world.visitor();
      const some = ['tariq.110@example.net', 'noah.112@example.net', people.reset];
      await page.getByLabel('Message id or e-mail address').fill(some.join(', '));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: '2 of 3 suppressed' }).waitFor();
      await page.getByRole('button', { name: 'Release 2 …' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('This releases 2 of 2').waitFor();
      await dialog.getByLabel('Why?').fill('a wrong rule at the provider');
      await dialog.getByRole('button', { name: 'Release 2' }).click();
      await page.getByRole('heading', { name: '0 of 3 suppressed' }).waitFor();
    });
  });
}
