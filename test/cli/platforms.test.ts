import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { javaHint } from '../../local/java-hint.ts';

const { nodeIsTooOld, runsNothingLocally } = createRequire(import.meta.url)('../../bin/needs-node.cjs');

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
