import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { connectionOf, namesWithConnection } from '../../providers/connections.ts';
import { historyFormatNames, historyFormatOf } from '../../providers/history-formats.ts';
import { manifestOf } from '../../providers/manifests.ts';
import { namesWithSuppressionFormats } from '../../providers/suppression-formats.ts';
import { namesWithSuppressionIntake } from '../../providers/suppression-intakes.ts';
import { wholeProgram } from '../support/whole-program.ts';

const page = readFileSync(fileURLToPath(new URL('../../docs/moving-in.md', import.meta.url)), 'utf8');
const { commands } = await wholeProgram();

const titleOf = (provider: string) => manifestOf(provider)?.title ?? '';
const rowOf = (start: string) => page.split('\n').find((line) => line.startsWith(`| ${start} |`)) ?? '';

describe('docs/moving-in.md', () => {
  it.each([...new Set([...namesWithSuppressionFormats, ...namesWithSuppressionIntake])])(
    'has a section for %s',
    (provider) => {
      expect(page).toContain(`\n### ${titleOf(provider)}\n`);
    },
  );

  it.each(namesWithConnection)('says which key and which options %s needs', async (provider) => {
    const connection = await connectionOf(provider);
    const row = rowOf(titleOf(provider));
    expect(row).toContain(`\`${connection?.apiKey.variable}\``);
    for (const { name } of connection?.options ?? []) expect(row).toContain(`--${name}`);
    expect(row.includes('none: ')).toBe(!connection?.test && !connection?.isTestedWhenSaved);
  });

  it.each(historyFormatNames)('says how events of %s are recognised', async (name) => {
    const { format } = (await historyFormatOf(name)) ?? {};
    expect(rowOf(`\`${name}\``)).toContain(format?.hasWebhookIds ? 'have the same ids' : 'recognised by');
  });

  it('names no command and no option that does not exist', () => {
    const lines = page.match(/npx mailfold [^`\n#]*/g) ?? [];
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) {
      const words = line.replace('npx mailfold ', '').trim().split(/\s+/);
      const known = commands
        .filter(([name]) => `${words.join(' ')} `.startsWith(`${name} `))
        .toSorted(([one], [other]) => other.length - one.length)[0]?.[1];
      expect(known, line).toBeDefined();
      const help = known?.helpInformation() ?? '';
      for (const option of words.filter((word) => word.startsWith('--')))
        expect(help, line).toContain(option);
    }
  });
});
