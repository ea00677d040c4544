import { describe, expect, it } from 'vitest';
import { stepLines } from '../../cli/ui/markdown-lines.ts';

describe('a step of a guide in the terminal', () => {
  it('has no Markdown', () => {
    expect(
      stepLines('Open *Settings → Mail*, the **key**, `re_x`, read [the page](https://x.y) and `a`.', 3),
    ).toEqual(['3. Open Settings → Mail, the key, re_x, read the page and a']);
  });

  it('has its command on a line of its own', () => {
    const command = 'npx mailfold secrets set sendgrid --stack Mailfold --region eu-west-1 --profile shop';
    expect(stepLines(`Set it: \`${command}\`. Then save.`, 12, '  ')).toEqual([
      '  12. Set it:',
      `        ${command}`,
      '      Then save.',
    ]);
    expect(stepLines(`\`${command}\``, 1)).toEqual([`1.   ${command}`]);
  });

  it('is broken between words', () => {
    const lines = stepLines('word '.repeat(60), 1);
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  });
});
