import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unicodeDomainOf } from '../../core/domain.ts';
import { earlierKeysOf, parseAddress, toAddress } from '../../core/ids.ts';

const readable = [
  ['ana@example.com', 'ana@example.com'],
  ['  ANA@Example.COM\t', 'ana@example.com'],
  ['<ana@example.com>', 'ana@example.com'],
  ['< ana@example.com >', 'ana@example.com'],
  ['ana@example.com.', 'ana@example.com'],
  ['mailto:ana@example.com', 'ana@example.com'],
  ['MAILTO:ana%40example.com?subject=Hi', 'ana@example.com'],
  ['mailto://ana@example.com', 'ana@example.com'],
  ['<MAILTO://ana%40example.com?subject=stop>', 'ana@example.com'],
  ['<mailto:ana@example.com?subject=stop>', 'ana@example.com'],
  ['Ana <ana@example.com>', 'ana@example.com'],
  ['"Ana" <ana@example.com>', 'ana@example.com'],
  ['"Doe, Ana <ben@example.com>" <ana@example.com>', 'ana@example.com'],
  ['"Ana \\"the\\" Doe" <ana@example.com>', 'ana@example.com'],
  ['Doe, Ana <ana@example.com>', 'ana@example.com'],
  ['ana@example.com <ana@example.com>', 'ana@example.com'],
  ['=?UTF-8?Q?Ana_=3Cben=40example=2Ecom=3E?= <ana@example.com>', 'ana@example.com'],
  ['"ana"@example.com', 'ana@example.com'],
  ['ana@example.com (Ana)', 'ana@example.com'],
  ['Ana <ana@example.com> (home) (old)', 'ana@example.com'],
  ["'ana@example.com'", 'ana@example.com'],
  ['"ana@example.com"', 'ana@example.com'],
  ["<'ana@example.com'>", 'ana@example.com'],
  ['ana@example.com, ', 'ana@example.com'],
  ['<ana@example.com>;', 'ana@example.com'],
  ['"a@b"@example.com', '"a@b"@example.com'],
  ['"A\\B"@example.com', 'ab@example.com'],
  ['ana@münchen.de', 'ana@xn--mnchen-3ya.de'],
  ['ana@MÜNCHEN.de', 'ana@xn--mnchen-3ya.de'],
  ['ana@mu\u0308nchen.de', 'ana@xn--mnchen-3ya.de'],
  ['ana@XN--MNCHEN-3YA.de', 'ana@xn--mnchen-3ya.de'],
  ['ana@例え。テスト', 'ana@xn--r8jz45g.xn--zckzah'],
  ['jose\u0301@example.com', 'jos\u00e9@example.com'],
  ['a..b.@docomo.ne.jp', 'a..b.@docomo.ne.jp'],
  ["o'hara+tag/x@example.com", "o'hara+tag/x@example.com"],
  ['root@localhost', 'root@localhost'],
  ['ana@1.2.3', 'ana@1.2.3'],
  ['ana@[192.0.2.1]', 'ana@[192.0.2.1]'],
];

const unreadable = {
  nothing: '',
  'no mailbox': 'ana',
  'no domain': 'ana@',
  'no local part': '@example.com',
  'empty brackets': '<>',
  'two at signs': 'ana@ben@example.com',
  'two addresses': 'ana@example.com, ben@example.com',
  'two addresses without a space': 'ana@example.com;ben@example.com',
  'a list that ends with a name': 'ana@example.com, Ben <ben@example.com>',
  'a list in brackets': '<ana@example.com>, <ben@example.com>',
  'a list in a link': 'mailto:ana@example.com,ben@example.com',
  'a group': 'Team: ana@example.com, ben@example.com;',
  'a comment in a comment': 'ana@example.com (Ana (x))',
  'a comment in the local part': 'ana(x)@example.com',
  'a quote that does not end': '"Ana <ana@example.com>',
  'a line break': 'ana@example.com\nben@example.com',
  'a header that was added': 'Ana\r\nBcc: ben@example.com <ana@example.com>',
  'three slashes in a link': 'mailto:///ana@example.com',
  'one slash in a link': 'mailto:/ana@example.com',
  'a line break in a link': 'mailto:ana%0A@example.com',
  'a zero byte': 'ana\0@example.com',
  'an escape sequence': 'ana\u001b[2J@example.com',
  'a space': 'ana doe@example.com',
  'a zero-width space': 'ana\u200b@example.com',
  'a soft hyphen in the domain': 'ana@exam\u00adple.com',
  'a right-to-left override': 'ana\u202e@example.com',
  'a full-width at sign': 'ana\uff20example.com',
  'half a surrogate pair': 'ana\ud800@example.com',
  'percent-encoding': 'ana%40example.com',
  'percent-encoding in the local part': 'an%61@example.com',
  'two trailing dots': 'ana@example.com..',
  'an empty label': 'ana@example..com',
  'a port': 'ana@exämple.com:80',
  'a path': 'ana@exämple.com/x',
  'a URL in a URL': 'ana@ben:pw@exämple.com',
  'an IP address in other digits': 'ana@１.２.３.４',
  'a domain that no script allows': 'ana@xn--\u00fc.com',
};

describe('an address in a question', () => {
  it.each(readable)('%j means %s', (given, mailbox) => {
    expect(parseAddress(given)).toBe(mailbox);
  });

  it.each(Object.entries(unreadable))('is an error with %s', (_what, given) => {
    expect(parseAddress(given)).toBeUndefined();
  });

  it('is read in an instant, or refused, however long it is', () => {
    const parts = ['"', '<', '>', '\\', '@', 'a@', ' ', '"\\"', '(', ',', '%41', 'ü', 'xn--', '.', 'mailto:'];
    for (const part of parts) {
      expect(parseAddress(part.repeat(10_000_000 / part.length))).toBeUndefined();
      expect(parseAddress(`${part.repeat(3_900 / part.length)}@example.com>`)).toBeUndefined();
    }
  });
});

/** Plain mailboxes, some of them with a domain in another script. */
const mailboxes = fc
  .tuple(
    fc.stringMatching(/^[a-zA-Z0-9!#$&'*+/=?^_`{|}~.-]{1,20}$/),
    fc.constantFrom('example.com', 'Mail.Example.co.uk', 'münchen.de', 'XN--MNCHEN-3YA.de', '例え.jp'),
  )
  .map(([local, domain]) => `${local}@${domain}`);

const decorations: ((address: string) => string)[] = [
  (address) => ` ${address} `,
  (address) => `<${address}>`,
  (address) => `${address}.`,
  (address) => `Ana <${address}>`,
  (address) => `"Doe, Ana" <${address}>`,
  (address) => address.toUpperCase(),
  (address) => `mailto:${encodeURIComponent(address)}?subject=x`,
  (address) => `mailto://${encodeURIComponent(address)}`,
];

describe('the key of a mailbox', () => {
  it('is its own key', () => {
    fc.assert(
      fc.property(fc.oneof(mailboxes, fc.string({ unit: 'binary' })), (given) => {
        const address = parseAddress(given);
        if (address) expect(parseAddress(address)).toBe(address);
      }),
    );
  });

  it('is the same however the mailbox is written, in events and in questions', () => {
    fc.assert(
      fc.property(mailboxes, fc.constantFrom(...decorations), (mailbox, decorate) => {
        const key = parseAddress(mailbox);
        expect(key).toBeDefined();
        expect(parseAddress(decorate(mailbox))).toBe(key);
        expect(toAddress(decorate(mailbox))).toBe(key);
      }),
    );
  });

  it('is the string in lower case when it names no mailbox, so that no event is lost', () => {
    expect(toAddress(' Ana@Example.com, Ben@Example.com ')).toBe('ana@example.com, ben@example.com');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), (given) => {
        if (given.trim() !== '') expect(toAddress(given)).not.toBe('');
      }),
    );
  });
});

describe('the earlier keys of an address', () => {
  const earlier = (given: string) => {
    const address = parseAddress(given);
    return address && earlierKeysOf(address, given);
  };

  it('are none for an ordinary address', () => {
    expect(earlier(' Ana@Example.com ')).toEqual([]);
  });

  it('are the string as it was given, and the domain in its own script', () => {
    expect(earlier('"Ana" <Ana@Example.com>')).toEqual(['"ana" <ana@example.com>']);
    expect(earlier('ana@XN--MNCHEN-3YA.de')).toEqual(['ana@münchen.de']);
    expect(earlier('ana@münchen.de')).toEqual(['ana@münchen.de']);
    expect(earlier(`${'x'.repeat(1000)} <ana@example.com>`)).toEqual([]);
  });

  it('have the domain that Node reads from punycode', () => {
    const labels = fc.string({
      unit: fc.constantFrom('a', 'z', '0', 'ü', 'ß', 'й', '例', 'え', '😀'),
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.array(labels, { minLength: 1, maxLength: 3 }), (parts) => {
        const ascii = domainToASCII(parts.join('.'));
        if (ascii.includes('xn--')) expect(unicodeDomainOf(ascii)).toBe(domainToUnicode(ascii));
      }),
    );
  });
});
