import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const app = fileURLToPath(new URL('../../bin/app.ts', import.meta.url));

describe('a synthesis', () => {
  it.each([
    [{ 'mailfold:throttleRate': 'fast' }, 'mailfold:throttleRate: expected a whole number'],
    [{ 'mailfold:silentAfterMinutes': { sengrid: 60 } }, 'found "sengrid"'],
    [{ 'mailfold:statusRetentionDays': 3 }, 'expected a status retention of at least'],
  ])('with a bad setting ends with one line that says where to correct it', (context, found) => {
    const env = { ...process.env, CDK_CONTEXT_JSON: JSON.stringify(context) };
    const { status, stderr } = spawnSync(process.execPath, [app], { env, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain(found);
    expect(stderr).toMatch(/^.*correct it in cdk\.json, or in the option -c\n$/);
  });
});
