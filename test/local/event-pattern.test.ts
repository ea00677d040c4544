import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../local/event-pattern.ts';

const matches = (pattern: object, event: unknown) => compilePattern(pattern)(event);

describe('an event pattern', () => {
  it('matches when every field has one of the listed values', () => {
    const pattern = { source: ['shop'], detail: { state: ['paid', 'sent'], total: [5], gift: [true] } };
    const event = { source: 'shop', detail: { state: 'sent', total: 5, gift: true, other: 'x' } };
    expect(matches(pattern, event)).toBe(true);
    expect(matches(pattern, { ...event, source: 'Shop' })).toBe(false);
    expect(matches(pattern, { ...event, detail: { ...event.detail, total: '5' } })).toBe(false);
    expect(matches(pattern, { source: 'shop' })).toBe(false);
    expect(matches({ a: [null] }, { a: null })).toBe(true);
    expect(matches({ a: [null] }, {})).toBe(false);
    expect(matches({ a: [''] }, { a: '' })).toBe(true);
  });

  it('can be written as JSON, and then has to be JSON', () => {
    expect(compilePattern('{"a": ["x"]}')({ a: 'x' })).toBe(true);
    expect(() => compilePattern('{a')).toThrow('found a string that is not JSON');
  });

  it.each([
    ['prefix', { prefix: 'E#' }, ['E#1', 'E#'], ['e#1', 'xE#', 5, null]],
    ['prefix in any case', { prefix: { 'equals-ignore-case': 'e#' } }, ['E#1'], ['F#1']],
    ['suffix', { suffix: '.png' }, ['a.png'], ['a.PNG', '.png.gif']],
    ['suffix in any case', { suffix: { 'equals-ignore-case': '.png' } }, ['a.PNG'], ['a.gif']],
    ['equals-ignore-case', { 'equals-ignore-case': 'ana' }, ['ANA', 'ana'], ['anna', 1]],
    ['wildcard', { wildcard: 'a*/x.*' }, ['a/x.', 'abc/x.js'], ['b/x.', 'a/xyz']],
    ['wildcard with a star of its own', { wildcard: 'a\\**' }, ['a*b'], ['ab']],
    ['numeric', { numeric: ['=', 5] }, [5, 5.0], ['5', 6]],
    ['a numeric range', { numeric: ['>', 0, '<=', 5] }, [0.1, 5], [0, 5.1, '3', null]],
    ['cidr', { cidr: '10.0.0.0/24' }, ['10.0.0.255'], ['10.0.1.0', 'host', 10]],
    ['cidr of IPv6', { cidr: '2001:db8::/32' }, ['2001:db8::1'], ['2001:db9::1', '10.0.0.1']],
    ['exists', { exists: true }, ['', 0, false, null], [undefined, {}, []]],
    ['does not exist', { exists: false }, [undefined, {}, []], ['', 0, false, null]],
    ['anything-but', { 'anything-but': 'a' }, ['b', 1, null, ''], ['a', undefined]],
    ['anything-but a list', { 'anything-but': ['a', 1] }, ['b', 2, '1'], ['a', 1]],
    ['anything-but a prefix', { 'anything-but': { prefix: ['a', 'b'] } }, ['cab', 1], ['abc', 'b']],
    ['anything-but a suffix', { 'anything-but': { suffix: '.png' } }, ['a.gif'], ['a.png']],
    ['anything-but in any case', { 'anything-but': { 'equals-ignore-case': 'a' } }, ['b'], ['A']],
    ['anything-but a wildcard', { 'anything-but': { wildcard: '*/lib/*' } }, ['lib'], ['a/lib/b']],
  ])('knows %s', (_, operator, matching, others) => {
    const pattern = compilePattern({ detail: { x: [operator] } });
    const verdicts = (values: unknown[]) => values.map((x) => pattern({ detail: { x } }));
    expect(verdicts(matching)).toEqual(matching.map(() => true));
    expect(verdicts(others)).toEqual(others.map(() => false));
  });

  it('matches a list when one of its values matches', () => {
    expect(matches({ tags: ['b'] }, { tags: ['a', 'b'] })).toBe(true);
    expect(matches({ tags: ['c'] }, { tags: ['a', ['b']] })).toBe(false);
    expect(matches({ tags: [{ 'anything-but': 'a' }] }, { tags: ['a', 'b'] })).toBe(true);
  });

  it('looks for all fields below a list in the same entry', () => {
    const pattern = { items: { name: ['pen'], price: [{ numeric: ['<', 3] }] } };
    const pen = { name: 'pen', price: 5 };
    const cup = { name: 'cup', price: 2 };
    expect(matches(pattern, { items: [pen, cup] })).toBe(false);
    expect(matches(pattern, { items: [cup, { ...pen, price: 2 }] })).toBe(true);
  });

  it('matches one of several alternatives, beside its other fields', () => {
    const pattern = { source: ['shop'], $or: [{ a: [1] }, { b: { c: [{ prefix: 'x' }] } }] };
    expect(matches(pattern, { source: 'shop', a: 1 })).toBe(true);
    expect(matches(pattern, { source: 'shop', b: { c: 'xy' } })).toBe(true);
    expect(matches(pattern, { source: 'shop', a: 2 })).toBe(false);
    expect(matches(pattern, { source: 'other', a: 1 })).toBe(false);
  });

  it('that asks for an absent field matches when the object around it is absent', () => {
    expect(matches({ detail: { a: [{ exists: false }] } }, { source: 'shop' })).toBe(true);
    expect(matches({ detail: { a: [{ exists: false }] } }, { detail: [{ a: 1 }] })).toBe(false);
  });

  it('matches no event that is not an object', () => {
    for (const event of [undefined, null, 'a', 1])
      expect(matches({ a: [{ exists: false }] }, event)).toBe(false);
  });

  it.each([
    [{}, 'the pattern is empty'],
    [{ a: {} }, 'a is empty'],
    [{ a: [] }, 'a is an empty list'],
    [{ a: 'x' }, 'expected a to be an object or a list of values'],
    [{ a: { b: [{ begins: 'x' }] } }, 'a.b: expected a value or one of exists, prefix'],
    [{ a: [{ prefix: 'x', suffix: 'y' }] }, 'a: expected a value or one of'],
    [{ a: [['x']] }, 'a: expected a value or one of'],
    [{ a: [{ prefix: 1 }] }, 'a: expected prefix to be a string, found 1'],
    [{ a: [{ exists: 'yes' }] }, 'a: expected exists to be true or false'],
    [{ a: [{ numeric: ['~', 1] }] }, 'a: expected numeric to be pairs'],
    [{ a: [{ numeric: ['>', '1'] }] }, 'a: expected numeric to be pairs'],
    [{ a: [{ cidr: 'here/8' }] }, 'a: expected cidr to be a range of addresses'],
    [{ a: [{ wildcard: 'a**' }] }, 'a: a wildcard cannot have two stars in a row'],
    [{ a: [{ 'anything-but': { exists: true } }] }, 'a: expected anything-but to have values'],
    [{ a: [{ 'anything-but': [] }] }, 'a: expected anything-but to have values'],
    [{ $or: [{ a: [1] }] }, 'expected $or to be a list of at least two patterns'],
  ])('such as %j is refused, with the place and the reason', (pattern, message) => {
    expect(() => compilePattern(pattern)).toThrow(message);
  });

  it('can be limited to the operators that a service knows', () => {
    const pattern = { a: [{ wildcard: 'x*' }] };
    expect(() => compilePattern(pattern, ['wildcard'])).toThrow('a: wildcard is not supported here');
  });
});

describe('for all events and patterns', () => {
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  const key = fc.string({ minLength: 1 }).filter((name) => name !== '$or' && name !== '__proto__');
  const { event } = fc.letrec<{ event: Record<string, unknown> }>((tie) => ({
    event: fc.dictionary(key, fc.oneof({ maxDepth: 3 }, leaf, tie('event')), { minKeys: 1, maxKeys: 4 }),
  }));
  const patternOf = (value: unknown): unknown =>
    value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, patternOf(inner)]))
      : [value];

  it('an event matches the pattern of its own values, and any pattern that asks for less', () => {
    fc.assert(
      fc.property(event, fc.nat(), (given, index) => {
        const whole = patternOf(given) as Record<string, unknown>;
        const [name = '', part] = Object.entries(whole)[index % Object.keys(whole).length] ?? [];
        expect(matches(whole, given)).toBe(true);
        expect(matches({ [name]: part }, given)).toBe(true);
      }),
    );
  });

  it('a value is either listed or anything but listed', () => {
    fc.assert(
      fc.property(leaf, fc.array(leaf, { minLength: 1 }), (value, list) => {
        const listed = matches({ a: list }, { a: value });
        expect(matches({ a: [{ 'anything-but': list }] }, { a: value })).toBe(!listed);
      }),
    );
  });
});
