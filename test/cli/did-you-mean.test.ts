import { describe, expect, it } from 'vitest';
import { expectedOneOf } from '../../cli/did-you-mean.ts';
import { closestWord } from '../../core/closest-word.ts';
import { providerNames } from '../../providers/manifests.ts';

describe('a misspelt word', () => {
  it.each([
    ['sengrid', 'sendgrid'],
    ['SendGrid', 'sendgrid'],
    ['sendgird', 'sendgrid'],
    ['sendgriid', 'sendgrid'],
    ['postmrk', 'postmark'],
    ['resent', 'resend'],
    ['sess', 'ses'],
    ['standard-webhook', 'standard-webhooks'],
  ])('%s is recognised as %s', (given, meant) => {
    expect(closestWord(given, providerNames)).toBe(meant);
  });

  it.each(['', 'x', 'acme', 'mail', 'all', 'gridsend', 'postmaster-mail'])('%s is like none', (given) => {
    expect(closestWord(given, providerNames)).toBeUndefined();
  });

  it('is answered with the word that was meant, or with all words', () => {
    expect(expectedOneOf('bent', ['sent', 'lost'])).toBe('did you mean sent?');
    expect(expectedOneOf('thrown', ['sent', 'lost'])).toBe('expected one of sent, lost');
  });
});
