import { describe, expect, it } from 'vitest';
import { readSourceMapping } from '../../providers/source-mapping.ts';

describe('a mapping that an operator wrote', () => {
  it('is accepted unchanged when it is valid', () => {
    const mapping = {
      types: { 'mail.arrived': 'delivered', constructor: 'unknown' },
      messageId: 'data.mail.id',
      recipient: 'data.rcpt.0',
      occurredAt: 'data.at',
    };
    expect(readSourceMapping(mapping)).toEqual(mapping);
    expect(readSourceMapping({})).toEqual({});
    expect(readSourceMapping({ messageId: undefined })).toEqual({});
  });

  it.each([
    [undefined, 'expected the mapping to be an object, found nothing'],
    ['{}', 'expected the mapping to be an object, found "{}"'],
    [[], 'expected the mapping to be an object, found []'],
    [{ type: {} }, 'expected the mapping to have only types, messageId, recipient, occurredAt, found "type"'],
    [{ types: null }, 'expected "types" to be an object, found null'],
    [
      { types: { a: 'deliverd' } },
      'expected "types" for "a" to be one of processed, deferred, delivered, open',
    ],
    [{ types: { a: 'constructor' } }, 'found "constructor"'],
    [{ types: { a: 1 } }, 'found 1'],
    [{ messageId: '' }, 'expected "messageId" to be a dotted path such as data.message_id, found ""'],
    [{ recipient: 'data..to' }, 'expected "recipient" to be a dotted path'],
    [{ occurredAt: ['timestamp'] }, 'expected "occurredAt" to be a dotted path'],
  ])('is refused with what was expected and found: %j', (mapping, message) => {
    expect(() => readSourceMapping(mapping)).toThrow(message);
  });
});
