import { describe, expect, it } from 'vitest';
import { findingsOfAxe, layoutShift, widthOf } from '../support/in-page.ts';
import { messages, people } from '../support/stories.ts';
import type { World } from '../support/world.ts';

/** Every page, and a text that is there when its content has come. */
const pages: readonly (readonly [string, string | RegExp])[] = [
  ['/', 'Latest suppressions'],
  [`/messages/${messages.bounced}`, 'Decided the status'],
  [`/messages/${messages.group}`, /3 recipients/],
  [`/addresses/${people.released}`, 'In force'],
  ['/suppressions', /shown/],
  [`/check?q=${people.released},${people.reset}`, '1 of 2 suppressed'],
  ['/dead-letters', '2 dead letters'],
  ['/health', 'The way of an event'],
  ['/deliverability', /keeps no history|By day|Nothing was sent/],
  ['/watch', 'Connected'],
  ['/set-up', 'Settings of this stack'],
  ['/nowhere', 'There is no such page'],
];

export function appearance(world: World): void {
  describe.each(['light', 'dark'] as const)('in %s', (theme) => {
    it('axe finds nothing on any page, or in a dialog', async () => {
      const { page, go } = await world.visitor({ theme });
      for (const [path, text] of pages) {
        await go(path);
        await page.getByText(text).first().waitFor();
        expect(await findingsOfAxe(page), path).toEqual([]);
      }
      await go(`/addresses/${people.released}`);
      await page.getByRole('button', { name: 'Release …' }).click();
      await page.getByRole('dialog').getByText('Your provider keeps its own list.').waitFor();
      expect(await findingsOfAxe(page), 'release dialog').toEqual([]);
    });
  });

  it('no page is wider than a phone of 360 pixels, also with the longest address', async () => {
    const long = `${'x'.repeat(480)}@example.com`;
    await world.sender.send('sendgrid', [
      { kind: 'hard_bounce', to: [long], messageId: 'long-1', at: new Date() },
    ]);
    await world.stack.untilIdle();
    const { page, go } = await world.visitor({ width: 360, height: 740 });
    const longPages = ['/messages/long-1', `/addresses/${long}`, '/suppressions'];
    for (const [path, text] of [...pages, ...longPages.map((each) => [each, /x{480}@/] as const)]) {
      await go(path);
      await page.getByText(text).first().waitFor();
      expect(await widthOf(page), path).toBeLessThanOrEqual(360);
    }
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Health' }).click();
    await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('nothing moves while a page loads', async () => {
    const { page, go } = await world.visitor();
    for (const [path, text] of pages) {
      await go(path);
      await page.getByText(text).first().waitFor();
      // Below 0.1 is good, in the words of those who invented the measure; waiting for data must not move a thing.
      expect(await layoutShift(page), path).toBeLessThan(0.05);
    }
  });
}
