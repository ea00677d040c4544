import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answers, answerTo, type Ending, endingOf, exceptions } from '../../../lambdas/receiver/answers.ts';
import type { RefusalReason } from '../../../providers/provider.ts';
import { providerNames } from '../../../providers/verifiers.ts';

const page = readFileSync(new URL('../../../docs/answers.md', import.meta.url), 'utf8');
const endings = Object.keys(answers) as Ending[];

describe('the answers to providers', () => {
  it('are those that docs/answers.md tells', () => {
    const general = [...page.matchAll(/^\| `([\w-]+)` \| (\d{3}) \|/gm)].map(([, ending, code]) => [
      ending,
      Number(code),
    ]);
    expect(general).toEqual(endings.map((ending) => [ending, answers[ending].status]));
    const special = [...page.matchAll(/^\| `([\w-]+)` \| `([\w-]+)` \| (\d{3}) \|/gm)].map(([, ...cells]) =>
      cells.join(' '),
    );
    const inCode = Object.entries(exceptions).flatMap(([provider, codes]) =>
      Object.entries(codes).map(([ending, code]) => `${provider} ${ending} ${code}`),
    );
    expect(special).toEqual(inCode);
  });

  it('are exactly 200 for what was received, by every provider', () => {
    for (const provider of providerNames) expect(answerTo(provider, 'received').status).toBe(200);
  });

  it('are never 4xx for trouble of our own, which some providers would take as final', () => {
    for (const provider of providerNames) expect(answerTo(provider, 'unavailable').status).toBe(503);
  });

  it('stop Mailgun where the fraud is certain, and let it try again where a key may be changing', () => {
    expect(answerTo('mailgun', 'replayed').status).toBe(406);
    expect(answerTo('mailgun', 'forged').status).toBe(401);
    expect(answerTo('sendgrid', 'replayed').status).toBe(401);
  });

  it('let a late SESMetric request be tried again', () => {
    expect(answerTo('sesmetric', 'late').status).toBe(503);
    expect(answerTo('constructor', 'late').status).toBe(401);
  });

  it('tell forged from late and from replayed', () => {
    const told: Partial<Record<RefusalReason, Ending>> = {
      'signature-mismatch': 'forged',
      'credentials-wrong': 'forged',
      'source-not-allowed': 'forged',
      'timestamp-unreadable': 'forged',
      'timestamp-stale': 'late',
      'timestamp-in-future': 'late',
      'token-used-before': 'replayed',
    };
    for (const [reason, ending] of Object.entries(told))
      expect(endingOf(reason as RefusalReason)).toBe(ending);
  });
});
