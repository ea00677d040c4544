import type { EmailEvent } from '../../core/email-event.ts';
import type { AuditedEvent, ReadableEvent, Renormalize, Repair } from '../ports/audit.ts';
import type { StoredEvent } from '../ports/store.ts';
import { comparePayload, type PayloadVerdict } from './compare-payload.ts';
import type { Finding } from './difference.ts';
import { expiryProblem, rightExpiry } from './expiry.ts';
import type { AuditSettings } from './settings.ts';

export type JudgedEvent = {
  readonly findings: readonly Finding[];
  /** What happened: what the payload says, or the row when payloads are not read. Absent when the row is unreadable. */
  readonly event?: StoredEvent;
  /** What the row says, when its payload says something else. */
  readonly misread?: StoredEvent;
  /** Whether the payload could not be compared. */
  readonly isUnchecked?: boolean;
};

const payloadLost = 'the payload cannot be read, and nothing else says what it was';
const otherKey = 'the event belongs under another key; the row is left for a person to judge';
const overdue = 'DynamoDB should have deleted it; check the time-to-live setting of the table';

/** Judges one event row by itself and, when `renormalize` is given, by its payload. */
export function judgeEvent(
  row: AuditedEvent,
  settings: AuditSettings,
  renormalize?: Renormalize,
): JudgedEvent {
  if ('problem' in row)
    return { findings: [{ what: 'event', where: row.place, ...row.problem, hindrance: payloadLost }] };
  const verdict = renormalize ? comparePayload(row, renormalize) : { type: 'agrees' as const };
  const mended = mendedEvent(row.event, verdict);
  const findings = [...payloadFindings(row, verdict, mended), ...expiryFindings(row, settings)];
  return {
    findings: withSharedRepair(row, findings, mended),
    event: mended ?? row.event,
    ...(mended && { misread: row.event }),
    ...(verdict.type === 'unchecked' && { isUnchecked: true }),
  };
}

/** What the payload says, as long as it belongs under the same key. */
function mendedEvent(stored: StoredEvent, verdict: PayloadVerdict): StoredEvent | undefined {
  if (verdict.type !== 'differs') return undefined;
  const { receivedAt, storedAt, imported } = stored;
  const isSameKey = (['messageId', 'occurredAt', 'id'] as const).every(
    (name) => verdict.event[name] === stored[name],
  );
  return isSameKey ? { ...verdict.event, receivedAt, storedAt, ...(imported && { imported }) } : undefined;
}

type EventFinding = Finding & { readonly expiresAt?: number };

function payloadFindings(
  { place }: ReadableEvent,
  verdict: PayloadVerdict,
  mended: EmailEvent | undefined,
): EventFinding[] {
  if (verdict.type !== 'unreadable' && verdict.type !== 'differs') return [];
  const hindrance = verdict.type === 'unreadable' ? payloadLost : otherKey;
  return [{ what: 'event', where: place, ...verdict.problem, ...(!mended && { hindrance }) }];
}

function expiryFindings({ place, event, expiresAt }: ReadableEvent, settings: AuditSettings): EventFinding[] {
  const storedAt = Date.parse(event.storedAt);
  const kept = { from: storedAt, to: storedAt, days: settings.windowDays };
  const problem = expiryProblem(expiresAt, kept, settings);
  if (!problem) return [];
  const right = rightExpiry(kept, settings);
  return [
    {
      what: 'event',
      where: place,
      ...problem,
      ...(right === undefined ? { hindrance: overdue } : { expiresAt: right }),
    },
  ];
}

function withSharedRepair(
  { seen }: ReadableEvent,
  findings: readonly EventFinding[],
  event: EmailEvent | undefined,
): Finding[] {
  const expiresAt = findings.find((finding) => finding.expiresAt !== undefined)?.expiresAt;
  const repair: Repair = {
    type: 'event',
    seen,
    ...(event && { event }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
  return findings.map(({ expiresAt: _, ...finding }) =>
    finding.hindrance === undefined ? { ...finding, repair } : finding,
  );
}
