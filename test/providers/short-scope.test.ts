import { describe, expect, it } from 'vitest';
import { givenStream } from '../../app/given.ts';
import { normalizersWith } from '../../providers/normalizers.ts';

/** The scope of an unsubscribe from a group of this name. */
function scopeOf(group: string): string {
  const report = {
    event: 'group_unsubscribe',
    email: 'ana@example.com',
    timestamp: 1767225600,
    sg_message_id: 'm1',
    asm_group_id: group,
  };
  const request = { headers: {}, body: Buffer.from(JSON.stringify([report])) };
  const [event] = normalizersWith({})('sendgrid')?.normalize(request).events ?? [];
  if (event?.type !== 'unsubscribe') throw new Error('expected an unsubscribe');
  return event.scope;
}

describe('the scope of an event', () => {
  it('is the name of the group, up to the length that a question can have', () => {
    expect(scopeOf('g'.repeat(400))).toBe('g'.repeat(400));
  });

  it('is always the same short name when the name of the group is longer, and another one for another group', () => {
    const [one, other] = ['g'.repeat(200_000), `${'g'.repeat(200_000)}x`];
    expect(scopeOf(one)).toBe(scopeOf(one));
    expect(scopeOf(one)).not.toBe(scopeOf(other));
    expect(scopeOf(`${'g'.repeat(299)}${'\u{1f600}'.repeat(100)}`).isWellFormed()).toBe(true);
    expect(givenStream(scopeOf(one))).toEqual({ ok: true, value: scopeOf(one) });
  });
});
