import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answers, answerTo, endingOf } from '../../../lambdas/receiver/answers.ts';
import type { Ending } from '../../../providers/manifest.ts';
import { manifestOf, manifests } from '../../../providers/manifests.ts';
import type { RefusalReason } from '../../../providers/provider.ts';

const page = readFileSync(new URL('../../../docs/answers.md', import.meta.url), 'utf8');
const endings = Object.keys(answers) as Ending[];

describe('the answers to providers', () => {
  it('are those in docs/answers.md', () => {
    const general = [...page.matchAll(/^\| `([\w-]+)` \| (\d{3}) \|/gm)].map(([, ending, code]) => [
      ending,
      Number(code),
    ]);
    expect(general).toEqual(endings.map((ending) => [ending, answers[ending].status]));
    const special = [...page.matchAll(/^\| `([\w-]+)` \| `([\w-]+)` \| (\d{3}) \|/gm)].map(([, ...cells]) =>
      cells.join(' '),
    );
    const inManifests = manifests.flatMap(({ name, answers: own = {} }) =>
      Object.entries(own).map(([ending, code]) => `${name} ${ending} ${code}`),
    );
    expect(special).toEqual(inManifests);
  });

  it('are exactly 200 for a received request of every provider', () => {
    for (const manifest of manifests) expect(answerTo('received', manifest).status).toBe(200);
  });

  it('are never 4xx for a fault on our side, because some providers give up on a 4xx', () => {
    for (const manifest of manifests) expect(answerTo('unavailable', manifest).status).toBe(503);
  });

  it('make Mailgun stop after a replay, and retry when a key may be changing', () => {
    expect(answerTo('replayed', manifestOf('mailgun')).status).toBe(406);
    expect(answerTo('forged', manifestOf('mailgun')).status).toBe(401);
    expect(answerTo('replayed', manifestOf('sendgrid')).status).toBe(401);
  });

  it('make SESMetric retry a late request', () => {
    expect(answerTo('late', manifestOf('sesmetric')).status).toBe(503);
    expect(answerTo('late', manifestOf('sendgrid')).status).toBe(401);
  });

  it('distinguish forged, late and replayed requests', () => {
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
