import { describe, expect, it } from 'vitest';
import type { AddressExplanation } from '../../../client/api.ts';
import { callApi } from '../../support/api.ts';
import { messages } from '../support/stories.ts';
import type { World } from '../support/world.ts';

const suppressed = 'greta.111@example.net';

/** The hosted console: everybody signs in at the OpenID provider, and the API knows their role from the token. */
export function hosted(world: World): void {
  describe('hosted, for people without AWS credentials', () => {
    it('a viewer signs in, lands where they wanted to go, reads, and is offered nothing else', async () => {
      const { page, go } = await world.person('vera', `/addresses/${suppressed}`);
      await page.getByText('No mail is sent to this address.').waitFor();
      await page.getByText('Suppression log').waitFor();
      await page.getByText('vera@example.com').first().waitFor();
      expect(await page.getByRole('button', { name: 'Release …' }).count()).toBe(0);
      await go(`/messages/${messages.bounced}`);
      await page.getByText('Decided the status').waitFor();
      expect(await page.getByRole('button', { name: 'Raw event' }).count()).toBe(0);
      await go('/dead-letters');
      await page.getByRole('heading', { name: '2 dead letters' }).waitFor();
      expect(await page.getByRole('button', { name: /Look inside|Send/ }).count()).toBe(0);
    });

    it('support releases an address, and the log names the person', async () => {
      const { page, go } = await world.person('sam', '/addresses/hugo.106@example.org');
      await page.getByRole('button', { name: 'Release …' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Why?').fill('wrote from the same address today');
      await dialog.getByRole('button', { name: 'Release', exact: true }).click();
      await page.getByText('Mail may be sent to this address.').waitFor();
      await page.getByText('By sam@example.com').first().waitFor();
      const { body } = await callApi(world.stack, 'GET', '/v1/suppressions/hugo.106@example.org');
      expect((body as unknown as AddressExplanation).history.at(-1)).toMatchObject({
        type: 'release',
        by: 'sam@example.com',
        because: 'wrote from the same address today',
      });
      await go('/dead-letters');
      await page.getByRole('heading', { name: '2 dead letters' }).waitFor();
      expect(await page.getByRole('button', { name: 'Look inside' }).count()).toBe(0);
    });

    it('an operator sees inside dead letters, and events as they come', async () => {
      const { page, go } = await world.person('olga', '/dead-letters');
      const group = page.locator('.letter-group').first();
      await group.getByRole('button', { name: 'Look inside' }).click();
      await group.locator('pre', { hasText: '"event":' }).first().waitFor();
      expect(await group.getByRole('button', { name: 'Send again …' }).count()).toBe(1);
      await go('/watch');
      await page.getByText('Connected').waitFor();
      await world.sender.send('sendgrid', [
        { kind: 'delivered', to: ['hosted@example.com'], messageId: 'hosted-1', at: new Date() },
      ]);
      await page.getByRole('link', { name: 'hosted@example.com' }).first().waitFor();
    });

    it('somebody without a group is told so', async () => {
      const { page } = await world.person('nobody', '/health');
      await page.getByText(/expected a role in this stack/).waitFor();
    });

    it('keeps no token in the browser, so that a reload signs in again', async () => {
      const { page } = await world.person('vera', '/health');
      await page.getByRole('heading', { name: 'The way of an event' }).waitFor();
      const stored = await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])');
      expect(stored).not.toMatch(/eyJ|token|verifier/);
      expect(new URL(page.url()).search).toBe('');
      await page.reload();
      await page.getByRole('heading', { name: 'Sign in as' }).waitFor();
    });

    it('signs out at the issuer too, and leads back to the sign-in page', async () => {
      const { page } = await world.person('vera', '/health');
      const { origin } = new URL(page.url());
      const left = page.waitForRequest(/\/logout\?/);
      await page.getByRole('button', { name: 'Sign out' }).click();
      const question = new URL((await left).url()).searchParams;
      expect(question.get('logout_uri')).toBe(`${origin}/`);
      expect(question.get('post_logout_redirect_uri')).toBe(`${origin}/`);
      expect(question.get('client_id')).not.toBe('');
      expect(question.get('id_token_hint')).toMatch(/^eyJ/);
      await page.getByRole('heading', { name: 'Sign in as' }).waitFor();
    });
  });
}
