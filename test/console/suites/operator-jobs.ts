import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/wait.ts';
import { unreadable, type World } from '../support/world.ts';

export function operatorJobs(world: World): void {
  const deadLetters = () =>
    eventually('two dead letters', async () => (await world.stack.depthOf('DeadLetterQueueUrl')) === 2);

  describe('answers what operators are asked', () => {
    it('is everything healthy? It names the problem, and the command that repairs it', async () => {
      await deadLetters();
      const { page, go } = await world.visitor();
      await go('/health');
      await page.getByRole('heading', { name: /1 problem: dead letters/ }).waitFor();
      const steps = page.getByRole('region', { name: 'The way of an event' });
      await steps.getByText(/mailfold dlq list/).waitFor();
      const providers = page.getByRole('region', { name: 'Providers' });
      await providers
        .getByText(/Last event/)
        .first()
        .waitFor();
    });

    it('what is in the dead letters, and why? Sends one reason again', async () => {
      await deadLetters();
      const { page, go } = await world.visitor();
      await go('/dead-letters');
      await page.getByRole('heading', { name: '2 dead letters' }).waitFor();
      // By provider and reason: two posts for one reason are one group.
      const groups = page.locator('.letter-group');
      await groups.first().waitFor();
      expect(await groups.count()).toBe(1);
      const group = groups.first();
      expect(await group.locator('.letter-count').innerText()).toBe('2');
      await group
        .getByText('expected a message, a recipient or a time, found none of them', { exact: true })
        .waitFor();
      await group.getByText(/^SendGrid · oldest/).waitFor();
      await group.getByRole('button', { name: 'Look inside' }).click();
      await group.locator('pre').nth(1).waitFor();
      expect((await group.locator('pre').allInnerTexts()).toSorted()).toEqual(unreadable.toSorted());
      await group.getByRole('button', { name: 'Send again …' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Send again', exact: true }).click();
      await dialog.getByText('2 dead letters sent again.', { exact: true }).waitFor();
      // It cannot be read this time either, so it comes back.
      await deadLetters();
    });

    it('shows a new event within three seconds', async () => {
      const { page, go } = await world.visitor();
      await go('/watch');
      await page.getByText('Connected').waitFor();
      await world.sender.send('sendgrid', [
        { kind: 'delivered', to: ['live@example.com'], messageId: 'live-1', at: new Date() },
      ]);
      await world.stack.untilIdle();
      await page.getByRole('link', { name: 'live@example.com' }).first().waitFor({ timeout: 3_000 });
    });

    it('says that no event can arrive while the stream cannot be read, and when it can again', async () => {
      const { page, go } = await world.visitor();
      await go('/watch');
      await page.getByText('Connected', { exact: true }).waitFor();
      world.tellTrouble(true);
      await page.getByText('Not connected, trying again').waitFor();
      world.tellTrouble(false);
      await page.getByText('Connected', { exact: true }).waitFor();
    });

    it('holds events back while it is paused, and shows only what the URL asks for', async () => {
      const { page, go } = await world.visitor();
      await go('/watch?type=failures');
      await page.getByText('Connected').waitFor();
      await page.getByRole('button', { name: 'Pause' }).click();
      await world.sender.send('sendgrid', [
        { kind: 'hard_bounce', to: ['paused@example.com'], messageId: 'live-2', at: new Date() },
        { kind: 'delivered', to: ['fine@example.com'], messageId: 'live-3', at: new Date() },
      ]);
      await page.getByRole('button', { name: 'Go on (2)' }).click();
      await page.getByRole('link', { name: 'paused@example.com' }).first().waitFor();
      expect(await page.getByRole('link', { name: 'fine@example.com' }).count()).toBe(0);
    });

    it('turns green with the first event of a provider', async () => {
      const { page, go } = await world.visitor();
      await go('/set-up');
      const card = page.getByRole('region', { name: 'Mailgun' });
      await card.getByText('Waiting for the first event …').waitFor();
      await card.getByText(/\/webhooks\/mailgun$/).waitFor();
      await world.sender.send('mailgun', [
        { kind: 'delivered', to: ['first@example.com'], messageId: 'mg-1', at: new Date() },
      ]);
      await card.getByText(/Last event/).waitFor({ timeout: 60_000 });
    });
  });
}
