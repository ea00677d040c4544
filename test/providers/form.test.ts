import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstIn, readForm } from '../../providers/form.ts';

const read = (text: string) => readForm(Buffer.from(text));

/** A multipart body as programs and browsers write it. */
function multipart(parts: readonly (readonly [head: string, content: string])[], end = '\r\n'): string {
  const boundary = '--xYzZY';
  const each = parts.map(([head, content]) => `${boundary}${end}${head}${end}${end}${content}${end}`);
  return `${each.join('')}${boundary}--${end}`;
}

const field = (name: string) => `Content-Disposition: form-data; name="${name}"`;

describe('a posted form', () => {
  it('has its fields in order, decoded, with every repeat', () => {
    expect(read('a=1&b=x+y%26z&a=%C3%A9&c')).toEqual([
      ['a', '1'],
      ['b', 'x y&z'],
      ['a', 'é'],
      ['c', ''],
    ]);
    expect(firstIn(read('a=1&a=2'), 'a')).toBe('1');
    expect(firstIn(read('a=1'), 'constructor')).toBeUndefined();
  });

  it.each(['\r\n', '\n'])('can be multipart, with lines that end in %j', (end) => {
    const text = multipart(
      [
        [field('event'), 'bounced'],
        [
          `content-disposition: form-data; NAME=note${end}Content-Type: text/plain; charset=utf-8`,
          'é, 2 lines',
        ],
        [field('empty'), ''],
        [field('text'), `one${end}two${end}`],
      ],
      end,
    );
    expect(read(text)).toEqual([
      ['event', 'bounced'],
      ['note', 'é, 2 lines'],
      ['empty', ''],
      ['text', `one${end}two${end}`],
    ]);
  });

  it('is read without its files', () => {
    const file = `${field('attachment-1')}; filename="a.eml"\r\nContent-Type: message/rfc822`;
    const text = multipart([
      [file, `${field('event')}\r\n\r\nforged`],
      [field('event'), 'dropped'],
    ]);
    expect(read(text)).toEqual([['event', 'dropped']]);
  });

  it.each([
    '',
    '--',
    '--\r\n',
    '--x',
    '--x\r\n',
    '--x\r\n\r\n',
    '--x\r\nContent-Disposition: form-data\r\n\r\ny\r\n--x--',
  ])('without a field is empty: %j', (text) => {
    expect(read(text).filter(([name]) => name !== '' && !name.startsWith('--x'))).toEqual([]);
  });

  it('gives the fields that it was made of, whatever they contain', () => {
    const fields = fc.array(fc.tuple(fc.string(), fc.string()));
    fc.assert(
      fc.property(fields, (pairs) => {
        expect(read(new URLSearchParams(pairs).toString())).toEqual(pairs);
      }),
    );
  });

  it('can be any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, isMultipart) => {
        const body = Buffer.concat([Buffer.from(isMultipart ? '--' : ''), bytes]);
        expect(Array.isArray(readForm(body))).toBe(true);
      }),
    );
  });

  it('of two megabytes of line breaks and boundaries is read without long searching', () => {
    const size = 2 * 1024 * 1024;
    // With a search per line break this would take hours.
    for (const start of ['--x\r\n', '--x\r\n\r\n']) expect(read(start + '\r\n'.repeat(size / 2))).toEqual([]);
    expect(read('--x\r\n'.repeat(size / 5))).toEqual([]);
  });
});
