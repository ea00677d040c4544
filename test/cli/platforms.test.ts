import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { javaHint } from '../../local/java-hint.ts';

const { nodeIsTooOld, packagedNode, runsNothingLocally } = createRequire(import.meta.url)(
  '../../bin/needs-node.cjs',
);

describe('what is missing on a machine, in one line', () => {
  it.each([
    ['linux', /npm command that installed Mailfold again/],
    ['darwin', /brew install node@24/],
    ['win32', /\(https:\/\/nodejs\.org\)/],
  ])('Node on %s', (platform, how) => {
    expect(nodeIsTooOld(platform)).toMatch(/^Mailfold needs Node 24 or newer, and this is v\d+[^\n]*$/);
    expect(nodeIsTooOld(platform)).toMatch(how);
  });

  it.each([
    ['linux', /apt-get install openjdk-17.*dnf install/],
    ['darwin', /brew install --cask temurin@17/],
    ['freebsd', /adoptium\.net/],
  ] as const)('Java on %s', (platform, how) => {
    expect(javaHint(platform)).toMatch(how);
  });

  it('Windows runs nothing locally but in WSL, and says so', () => {
    expect(runsNothingLocally('win32')).toContain('WSL 2');
    expect(runsNothingLocally('darwin')).toBeUndefined();
    expect(runsNothingLocally('linux')).toBeUndefined();
  });
});

describe('the check before npm start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailfold-node-'));
  const pretended = join(folder, 'node-20.cjs');
  writeFileSync(
    pretended,
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } });",
  );
  afterAll(() => rmSync(folder, { recursive: true }));
  const check = (bin: string) =>
    spawnSync(process.execPath, ['--require', pretended, join(bin, 'check-node.cjs')], { encoding: 'utf8' });
  const bin = fileURLToPath(new URL('../../bin', import.meta.url));

  it.runIf(packagedNode())('is content with an older Node when npm has brought a newer one along', () => {
    expect(check(bin)).toMatchObject({ status: 0, stderr: '' });
  });

  it('refuses an older Node when there is no other', () => {
    for (const file of ['check-node.cjs', 'needs-node.cjs'])
      copyFileSync(join(bin, file), join(folder, file));
    expect(check(folder)).toMatchObject({ status: 1, stderr: expect.stringContaining('needs Node 24') });
  });
});
