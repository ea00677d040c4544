import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const app = fileURLToPath(new URL('../../bin/app.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'mailfold-app-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the CDK app as the CDK does, with this context. */
function synthesis(context: Record<string, unknown>) {
  // The CDK is compiled once for all of them.
  const env = {
    ...process.env,
    CDK_CONTEXT_JSON: JSON.stringify(context),
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  };
  const { status, stderr } = spawnSync(process.execPath, [app], { env, encoding: 'utf8' });
  return { status, stderr };
}

function aSettingsFile(content: unknown): string {
  const file = join(folder, `settings-${Math.random()}.mjs`);
  writeFileSync(file, `export default ${JSON.stringify(content)};\n`);
  return file;
}

describe('a synthesis', () => {
  it.each([
    [{ throttleRate: 'fast' }, 'throttleRate: expected a whole number'],
    [{ silentAfterMinutes: { sengrid: 60 } }, 'found "sengrid"'],
    [{ statusRetentionDays: 3 }, 'expected a status retention of at least'],
  ])('with a bad setting ends with one line that says where to correct it', (settings, found) => {
    const config = aSettingsFile({ trial: { stackName: 'Trial', settings } });
    const { status, stderr } = synthesis({ config });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^\S+settings-\S+\.mjs, stage trial: [^\n]+\n$/);
    expect(stderr).toContain(found);
  });

  it.each([
    ['mailfold:alarmEmail', 'as `alarmEmail` in the settings of a stage'],
    ['stackName', 'as `stackName` of a stage'],
  ])('refuses %s in cdk.json or behind -c, and says where it belongs', (key, place) => {
    expect(synthesis({ [key]: 'ops@example.com' })).toEqual({
      status: 1,
      stderr: `expected no setting in cdk.json or behind -c, found ${key}; write it into mailfold.config.ts, ${place}\n`,
    });
  });

  it('asks which stage if there are several', () => {
    const config = aSettingsFile({ dev: { stackName: 'One' }, prod: { stackName: 'Two' } });
    const { status, stderr } = synthesis({ config });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/: expected --stage with one of dev, prod, found none\n$/),
    ]);
  });

  it('says which file is missing', () => {
    const { status, stderr } = synthesis({ config: join(folder, 'nowhere.ts') });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/nowhere\.ts, found no such file; create .*\n$/),
    ]);
  });
});
