import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { createPrinter } from '../../cli/ui/local-run.ts';
import { shortenLogLine } from '../../cli/ui/log-lines.ts';
import { eventRow } from '../../store/event-row.ts';
import { streamEvent } from '../../store/stream-event.ts';
import { anEvent } from '../support/events.ts';

const line = (stream: 'stdout' | 'stderr', text: unknown) =>
  shortenLogLine({
    functionName: 'receiver',
    stream,
    text: typeof text === 'string' ? text : JSON.stringify(text),
  });

describe('a line of a function’s log', () => {
  it('is shown short when it warns', () => {
    const logged = {
      level: 'WARN',
      message: 'webhook refused',
      timestamp: '2026-11-16T12:00:00Z',
      service: 'receiver',
      cold_start: true,
      provider: 'sendgrid',
      reason: 'signature-mismatch',
    };
    expect(line('stdout', logged)).toEqual({
      level: 'warn',
      text: 'webhook refused  provider=sendgrid  reason=signature-mismatch',
    });
  });

  it('shows an error by its message', () => {
    const error = { name: 'Error', message: 'no table', stack: 'at …' };
    expect(line('stdout', { level: 'ERROR', message: 'failed', error })).toEqual({
      level: 'error',
      text: 'failed  error=no table',
    });
  });

  it('is not shown when it merely informs, or is a metric', () => {
    expect(line('stdout', { level: 'INFO', message: 'fine' })).toBeUndefined();
    expect(line('stdout', { _aws: {}, Received: 1 })).toBeUndefined();
    expect(line('stdout', 'plain text')).toBeUndefined();
  });

  it('is shown unchanged when the process itself wrote it to stderr', () => {
    expect(line('stderr', 'FATAL ERROR: heap out of memory')).toEqual({
      level: 'error',
      text: 'FATAL ERROR: heap out of memory',
    });
  });
});

describe('the live view', () => {
  const shown = (show: (printer: ReturnType<typeof createPrinter>) => void) => {
    let text = '';
    show(createPrinter((part) => (text += part)));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
    return text.replaceAll(/\x1b\[\d+m/g, '');
  };
  const event = {
    id: 'e1',
    provider: 'sendgrid',
    type: 'hard_bounce' as const,
    recipient: 'a@example.com',
    messageId: 'm1',
    storedAt: '2026-01-01T00:00:00.000Z',
  };

  it('begins with the URL of the API that the client takes', () => {
    const apiUrl = 'http://127.0.0.1:4710';
    const stack = { apiUrl, outputs: {}, ignored: [] };
    const text = shown((printer) => printer.ready(stack, { seconds: 1, keep: false }));
    expect(/API for programs: (\S+) /.exec(text)?.[1]).toBe(apiUrl);
  });

  it('has one line per event', () => {
    expect(shown((printer) => printer.event({ ...event, occurredAt: new Date().toISOString() }))).toMatch(
      /^\d\d:\d\d:\d\d {2}sendgrid {2}hard_bounce {2}a@example\.com {2}m1\n$/,
    );
  });

  it('says when an old event happened', () => {
    const occurredAt = '2020-01-01T00:00:00.000Z';
    expect(shown((printer) => printer.event({ ...event, occurredAt }))).toContain(
      '(happened 2020-01-01 00:00:00 UTC)',
    );
  });

  it('finds out from the stored row that an event is late', () => {
    const row = eventRow(
      anEvent({ second: 7 }),
      { receivedAt: new Date('2026-01-01T12:00:00Z') },
      { now: new Date('2026-01-01T12:00:00Z'), windowDays: 30 },
    );
    const live = streamEvent({ eventName: 'INSERT', dynamodb: { NewImage: marshall(row) } });
    expect(shown((printer) => live && printer.event(live))).toContain('(happened 2026-01-01 00:00:07 UTC)');
  });

  it.each([
    [59, false],
    [61, true],
  ])('calls an event of %d seconds ago late: %s', (seconds, isLate) => {
    vi.useFakeTimers({ now: Date.parse('2026-01-01T12:00:00Z') });
    const occurredAt = new Date(Date.now() - seconds * 1_000).toISOString();
    const text = shown((printer) => printer.event({ ...event, occurredAt }));
    vi.useRealTimers();
    expect(text.includes('(happened ')).toBe(isLate);
  });

  it('has a line per refused webhook, and none for an accepted one', () => {
    expect(
      shown((printer) => printer.answer({ method: 'POST', path: '/webhooks/ses', status: 401 })),
    ).toMatch(/POST \/webhooks\/ses 401\n$/);
    expect(shown((printer) => printer.answer({ method: 'POST', path: '/webhooks/ses', status: 200 }))).toBe(
      '',
    );
  });
});
