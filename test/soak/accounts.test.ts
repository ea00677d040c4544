import { describe, expect, it } from 'vitest';
import type { Actor } from '../../cli/normalized-by.ts';
import type { EmailEvent } from '../../core/email-event.ts';
import { defaultSettings } from '../../core/fold-suppression.ts';
import { eventRowKey, rowName } from '../../store/keys.ts';
import { anEvent } from '../support/events.ts';
import {
  type Causes,
  checkPoison,
  checkRequests,
  checkRows,
  checkStream,
  checkSuppressions,
  checkTrouble,
} from './accounts.ts';
import { noCounts } from './counts.ts';
import { createLedger } from './ledger.ts';
import type { Shot } from './shots.ts';

const ana = anEvent({ type: 'hard_bounce' });
const address = ana.recipient as NonNullable<EmailEvent['recipient']>;
const nameOf = (event: EmailEvent) => rowName(eventRowKey(event));

function aShot(events: readonly EmailEvent[], marks: readonly string[] = []): Shot {
  const actor = { provider: 'anyone' } as Actor;
  const expected = events.map(eventRowKey);
  return { delivery: { actor, payload: Buffer.from(''), sort: 'genuine', events, expected }, marks };
}

function aLedger(...events: readonly EmailEvent[]) {
  const ledger = createLedger();
  ledger.accept(aShot(events, ['bad-1']));
  return ledger;
}

const failing = (...checks: readonly { problems: readonly string[] }[]) =>
  checks.filter(({ problems }) => problems.length > 0).length;

describe('the accounts of a soak', () => {
  it('agree when every accepted event is stored once', () => {
    const ledger = aLedger(ana);
    ledger.accept(aShot([ana]));
    expect(failing(...checkRows(ledger, new Set([nameOf(ana)])))).toBe(0);
    expect(failing(checkStream(ledger, new Map([[nameOf(ana), 1]])))).toBe(0);
  });

  it('notice an event that is lost', () => {
    expect(checkRows(aLedger(ana), new Set()).map(({ problems }) => problems.length)).toEqual([1, 0]);
  });

  it('notice a row that nobody sent', () => {
    const stored = new Set([nameOf(ana), 'another']);
    expect(checkRows(aLedger(ana), stored).map(({ problems }) => problems.length)).toEqual([0, 1]);
  });

  it('notice an event that was counted twice', () => {
    expect(failing(checkStream(aLedger(ana), new Map([[nameOf(ana), 2]])))).toBe(1);
  });

  it('let the events of a forgotten address go, and come again', () => {
    const ledger = aLedger(ana);
    ledger.forget(address);
    expect(failing(...checkRows(ledger, new Set()), checkStream(ledger, new Map([[nameOf(ana), 2]])))).toBe(
      0,
    );
  });

  it('notice poison that has vanished', () => {
    expect(failing(checkPoison(aLedger(ana), new Set(['bad-1'])))).toBe(0);
    expect(failing(checkPoison(aLedger(ana), new Set()))).toBe(1);
  });

  it('notice a forged request that was accepted, and a genuine one that was refused', () => {
    const ledger = aLedger(ana);
    expect(failing(...checkRequests(ledger))).toBe(0);
    ledger.acceptForged(aShot([]));
    ledger.refuse(aShot([ana]), 401);
    expect(failing(...checkRequests(ledger))).toBe(2);
  });

  it('notice a suppression that is missing, and one without a reason', () => {
    const found = (...causes: string[]): Causes => new Map([[address, causes]]);
    const ledger = aLedger(ana);
    const verdict = (causes: Causes) => failing(...checkSuppressions(ledger, causes, defaultSettings));
    expect(verdict(found('hard_bounce *'))).toBe(0);
    expect(verdict(found())).toBe(1);
    expect(verdict(found('hard_bounce *', 'manual *'))).toBe(1);
  });

  it('notice that forgetting has ended a suppression', () => {
    const ledger = aLedger(ana);
    ledger.forget(address);
    const checks = checkSuppressions(ledger, new Map([[address, []]]), defaultSettings);
    expect(checks.map(({ problems }) => problems.length)).toEqual([0, 1]);
  });

  it('do not pass when there was no trouble', () => {
    expect(checkTrouble(noCounts()).problems).toContain('none: kills');
  });
});
