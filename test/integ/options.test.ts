import { describe, expect, it } from 'vitest';
import { readIntegOptions } from './options.ts';

describe('the options of the integration test', () => {
  it('give each run a stack name of its own', () => {
    const [one, other] = [readIntegOptions(['--dry-run']), readIntegOptions(['--dry-run'])];
    expect(one?.stackName).toMatch(/^MailfoldInteg-[0-9a-f]{8}$/);
    expect(other?.stackName).not.toBe(one?.stackName);
  });

  it('must name the profile that pays, except for the plan', () => {
    expect(() => readIntegOptions([])).toThrow('expected --profile');
    expect(readIntegOptions(['--profile', 'sandbox'])).toMatchObject({ profile: 'sandbox', keep: false });
  });

  it('are named when one is unknown', () => {
    expect(() => readIntegOptions(['--profil', 'x'])).toThrow('npm run integ -- --help');
  });
});
