import { describe, expect, it } from 'vitest';
import { type LineContext, lineOf, readLine } from '../../app/suppression-line.ts';
import { toAddress, toEventId, toMessageId } from '../../core/ids.ts';
import { momentFromText } from '../../core/moment.ts';
import { causes, type Evidence } from '../../core/suppression.ts';

const now = new Date('2026-02-01T00:00:00.000Z');
const idOf = (cause: string, said: readonly unknown[]) =>
  toEventId(Buffer.from(JSON.stringify([cause, ...said])).toString('base64url'));
const context: LineContext = { by: 'kim', now, causes, idOf };

describe('a line of an imported list', () => {
  it('needs an address and a cause, and is undated without a time', () => {
    expect(readLine({ address: ' Ana@Example.com ', cause: 'manual' }, context)).toMatchObject({
      address: 'ana@example.com',
      cause: 'manual',
      scope: '*',
      occurredAt: '2026-02-01T00:00:00.000Z',
      by: 'kim',
      undated: true,
    });
  });

  it('suppresses in the scope that a request would: without the spaces around it', () => {
    const line = { address: 'ana@example.com', cause: 'manual', scope: ' news ', because: ' asked to ' };
    expect(readLine(line, context)).toMatchObject({ scope: 'news', because: 'asked to' });
    expect(readLine(line, context).id).toBe(readLine({ ...line, scope: 'news' }, context).id);
    // The reason is optional here, and a blank one must not cost an address its suppression.
    expect(readLine({ ...line, because: ' ' }, context).because).toBeUndefined();
  });

  it('is the same entry on another day, and a different one with different content', () => {
    const id = (fields: Parameters<typeof readLine>[0], day = now) =>
      readLine(fields, { ...context, now: day }).id;
    const line = { address: 'ana@example.com', cause: 'manual' };
    expect(id(line, new Date('2026-03-01T00:00:00Z'))).toBe(id(line));
    const others = [
      { ...line, address: 'bob@example.com' },
      { ...line, cause: 'complaint' },
      { ...line, scope: '10' },
      { ...line, since: '2026-01-01T00:00:00Z' },
    ];
    expect(new Set([line, ...others].map((each) => id(each))).size).toBe(5);
  });

  it('is refused when it begins more than 24 hours from now: no release could end it', () => {
    const line = (since: string) =>
      readLine({ address: 'ana@example.com', cause: 'manual', since }, context).occurredAt;
    expect(line('2026-02-02T00:00:00Z')).toBe('2026-02-02T00:00:00.000Z');
    expect(() => line('2026-02-02T00:00:01Z')).toThrow(
      'expected a time at most 24 hours from now in "since", found "2026-02-02T00:00:01Z"',
    );
  });

  it('is read back as the evidence it was exported from', () => {
    const evidence: Evidence = {
      type: 'evidence',
      address: toAddress('ana@example.com'),
      cause: 'hard_bounce',
      scope: '*',
      occurredAt: momentFromText('2026-01-01T00:00:00.123Z'),
      id: toEventId('e1'),
      provider: 'sendgrid',
      messageId: toMessageId('m1'),
      by: 'ana',
      because: '=1+1',
      diagnostic: ' 550 "no", such\r\nuser',
    };
    expect(readLine(lineOf(evidence), context)).toEqual(evidence);
    const undated = { ...evidence, undated: true as const, occurredAt: momentFromText(now.toISOString()) };
    expect(readLine(lineOf(undated), context)).toEqual(undated);
  });

  it.each([
    [{}, 'expected an e-mail address, found ""'],
    [{ address: 'ana' }, 'expected an e-mail address, found "ana"'],
    [{ address: 'a@b.c', cause: 'sneeze' }, 'found "sneeze"'],
    [{ address: 'a@b.c' }, 'expected a cause (complaint'],
    [{ address: 'a@b.c', cause: 'manual', since: 'yesterday' }, 'found "yesterday"'],
    [
      { address: 'a@b.c', cause: 'manual', scope: 'x'.repeat(401) },
      'expected a scope of 1 to 400 characters in "scope"',
    ],
    [{ address: 'a@b.c', cause: 'manual', scope: ' ' }, 'expected a scope of 1 to 400 characters in "scope"'],
    [
      { address: 'a@b.c', cause: 'manual', because: 'x'.repeat(1_001) },
      'expected a reason of 1 to 1,000 characters in "because"',
    ],
    [{ address: 'a@b.c', cause: 'manual', event: 'ü' }, '200 ASCII characters'],
    [{ address: `${'a'.repeat(900)}@b.c` }, /found "a{60}"$/],
  ])('is refused with an error that says what was expected: %j', (fields, words) => {
    expect(() => readLine(fields, context)).toThrow(words);
  });

  it('is refused when the stack does not suppress for its cause', () => {
    const strict = { ...context, causes: ['complaint'] as const };
    expect(() => readLine({ address: 'a@b.c', cause: 'manual' }, strict)).toThrow(
      'found "manual"; see the setting suppressionCauses',
    );
  });
});
