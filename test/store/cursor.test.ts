import { describe, expect, it } from 'vitest';
import { openCursor, sealCursor } from '../../store/cursor.ts';

describe('a cursor', () => {
  const sealed = sealCursor('key', 'a question', { at: 1 });

  it('opens to its position', () => {
    expect(openCursor('key', 'a question', sealed)).toEqual({ at: 1 });
  });

  it('does not open when it was changed, forged or made for another question', () => {
    const [text = '', seal = ''] = sealed.split('.');
    const forged = `${Buffer.from('{"at":2}').toString('base64url')}.${seal}`;
    for (const cursor of [forged, text, `${text}.`, `${text}.x`, '', 'nonsense', `${sealed}x`]) {
      expect(openCursor('key', 'a question', cursor)).toBeUndefined();
    }
    expect(openCursor('key', 'another question', sealed)).toBeUndefined();
    expect(openCursor('other', 'a question', sealed)).toBeUndefined();
  });
});
