import { describe, expect, it } from 'vitest';
import { sourceAddresses } from '../../../lambdas/receiver/source-addresses.ts';

describe('the source of a request', () => {
  const isAllowed = sourceAddresses({
    postmark: ['192.0.2.7', '198.51.100.0/24', '2001:db8::/32'],
    brevo: [],
  });

  it('is allowed when its provider has no list', () => {
    expect(isAllowed('sendgrid', '203.0.113.9')).toBe(true);
    expect(isAllowed('sendgrid', undefined)).toBe(true);
  });

  it.each([
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['198.51.100.255', true],
    ['198.51.101.0', false],
    ['2001:db8:1::1', true],
    ['2001:db9::1', false],
    ['nonsense', false],
    [undefined, false],
  ])('%s is on the list: %s', (address, allowed) => {
    expect(isAllowed('postmark', address)).toBe(allowed);
  });

  it('is never allowed when the list is empty', () => {
    expect(isAllowed('brevo', '192.0.2.7')).toBe(false);
  });

  it('is checked at start: a mistyped range throws', () => {
    expect(() => sourceAddresses({ postmark: ['192.0.2'] })).toThrow('found "192.0.2"');
  });
});
