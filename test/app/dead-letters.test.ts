import { describe, expect, it } from 'vitest';
import { listDeadLetters, showDeadLetters, usualLook } from '../../app/dead-letters.ts';
import { redriveDeadLetters } from '../../app/redrive.ts';
import { aLetter, aLetterQueue } from '../support/dead-letters.ts';

const two = () => aLetterQueue([aLetter('one', 'pigeon'), aLetter('two', 'owl')]);
/** More letters than are looked at without being asked for all. The last one is from another provider. */
const many = () =>
  aLetterQueue([
    ...Array.from({ length: usualLook }, (_, index) => aLetter(`${index}`)),
    aLetter('last', 'owl'),
  ]);
/** Time for this many letters. */
function timeFor(letters: number) {
  let left = letters;
  return { hasTime: () => left-- > 0 };
}

describe('dead letters', () => {
  it.each([
    ['nothing was chosen', { filter: {} }],
    ['nothing was chosen for a dry run', { filter: {}, dryRun: true }],
    ['the reason that was chosen is empty', { filter: { reason: '' } }],
    ['provider and reason are blank', { filter: { provider: '', reason: ' ' } }],
  ])('stay where they are when %s', async (_, request) => {
    const { queue, sent } = two();
    expect(await redriveDeadLetters(request, queue, {})).toMatchObject({
      ok: false,
      refusal: { code: 'letters-not-chosen' },
    });
    expect(sent).toEqual([]);
  });

  it.each([
    ['all of them', { filter: {}, all: true }, ['one', 'two'], 2],
    ['those of one provider', { filter: { provider: 'owl' } }, ['two'], 1],
    ['all those of one provider', { filter: { provider: 'owl' }, all: true }, ['two'], 1],
    ['those with a reason', { filter: { reason: 'storing' } }, ['one', 'two'], 2],
    ['all of them, with an empty reason', { filter: { reason: '' }, all: true }, ['one', 'two'], 2],
    ['none in a dry run', { filter: {}, all: true, dryRun: true }, [], 2],
    ['none in a dry run with a filter', { filter: { provider: 'owl' }, dryRun: true }, [], 1],
  ])('are sent again: %s', async (_, request, expected, moved) => {
    const { queue, sent } = two();
    expect(await redriveDeadLetters(request, queue, {})).toMatchObject({
      ok: true,
      value: { moved, left: 2 - moved },
    });
    expect(sent).toEqual(expected);
  });

  it('are looked at up to a bound, and the answer says how many of them', async () => {
    const { queue, sent } = many();
    const bounded = { lookedAt: usualLook, total: usualLook + 1, isComplete: false };
    expect(await listDeadLetters({ filter: {} }, queue)).toMatchObject({
      value: { groups: [{ provider: 'pigeon', count: usualLook }], ...bounded },
    });
    expect(await showDeadLetters({ filter: { provider: 'owl' }, limit: 3 }, queue)).toMatchObject({
      value: { letters: [], ...bounded },
    });
    const { value } = (await redriveDeadLetters({ filter: { provider: 'owl' } }, queue, {})) as {
      value: object;
    };
    expect(value).toMatchObject({ moved: 0, left: usualLook + 1, ...bounded });
    expect(sent).toEqual([]);
  });

  it('are all looked at when asked to', async () => {
    const { queue, sent } = many();
    const whole = { lookedAt: usualLook + 1, total: usualLook + 1, isComplete: true };
    expect(await listDeadLetters({ filter: {}, all: true }, queue)).toMatchObject({
      value: {
        groups: [
          { provider: 'pigeon', count: usualLook },
          { provider: 'owl', count: 1 },
        ],
        ...whole,
      },
    });
    await redriveDeadLetters({ filter: { provider: 'owl' }, all: true }, queue, {});
    expect(sent).toEqual(['last']);
  });

  it('are looked at until the time is up, and the next answer goes on with others', async () => {
    const { queue, sent } = aLetterQueue(['a', 'b', 'c', 'd', 'e'].map((id) => aLetter(id, id)));
    const redriveInTime = () =>
      redriveDeadLetters({ filter: { provider: 'e' }, timeLimit: timeFor(2), isContinued: true }, queue, {});
    const answers = [await redriveInTime(), await redriveInTime(), await redriveInTime()];
    expect(answers).toMatchObject([
      { value: { moved: 0, lookedAt: 2, isComplete: false } },
      { value: { moved: 0, lookedAt: 2, isComplete: false } },
      { value: { moved: 1, lookedAt: 1, isComplete: true } },
    ]);
    expect(sent).toEqual(['e']);
  });

  it('are shown up to a limit, and no more of them are looked at', async () => {
    expect(await showDeadLetters({ filter: {}, limit: 3 }, many().queue)).toMatchObject({
      value: { letters: [{ id: '0' }, { id: '1' }, { id: '2' }], lookedAt: 3 },
    });
  });

  it.each([0, 101, 1.5])('are not shown by the limit %s', async (limit) => {
    expect(await showDeadLetters({ filter: {}, limit }, two().queue)).toMatchObject({
      refusal: { code: 'limit-invalid' },
    });
  });

  it('are not of a provider that neither the stack nor a letter names', async () => {
    const ofHawk = { filter: { provider: 'hawk' } };
    const unknown = { ok: false, refusal: { code: 'provider-unknown' } };
    const { queue, sent } = two();
    expect(await listDeadLetters(ofHawk, queue)).toMatchObject(unknown);
    expect(await showDeadLetters(ofHawk, queue)).toMatchObject(unknown);
    expect(await redriveDeadLetters(ofHawk, queue, {})).toMatchObject(unknown);
    expect(sent).toEqual([]);
  });

  it('are found by the name of a source that the stack no longer has', async () => {
    const { queue } = two();
    const request = { filter: { provider: ' owl ' } };
    expect(await listDeadLetters(request, { ...queue, isSender: () => false })).toMatchObject({
      value: { groups: [{ provider: 'owl', count: 1 }] },
    });
  });

  it('of a known provider may be none', async () => {
    const { queue } = two();
    const request = { filter: { provider: 'hawk' } };
    expect(await listDeadLetters(request, { ...queue, isSender: () => true })).toMatchObject({
      value: { groups: [] },
    });
  });
});
