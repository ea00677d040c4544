import { BlockList, isIP } from 'node:net';

/** The message says what is wrong with an event pattern, and where. */
export class InvalidPattern extends Error {
  override readonly name = 'InvalidPattern';
}

export type Leaf = string | number | boolean | null;

/** What one entry of a list in a pattern asks of a value; `absent` asks that there is none. */
export type Test = ((value: Leaf) => boolean) | 'absent';

export type OperatorName = keyof typeof operators;

type Compile = (operand: unknown, path: string) => Test;

const operators = {
  exists: (operand, path) => {
    if (operand === true) return () => true;
    if (operand === false) return 'absent';
    throw new InvalidPattern(`${path}: expected exists to be true or false`);
  },
  prefix: (operand, path) => affix('prefix', operand, path),
  suffix: (operand, path) => affix('suffix', operand, path),
  'equals-ignore-case': (operand, path) => {
    const wanted = aString('equals-ignore-case', operand, path).toLowerCase();
    return (value) => typeof value === 'string' && value.toLowerCase() === wanted;
  },
  wildcard: (operand, path) => {
    const pattern = wildcardPattern(aString('wildcard', operand, path), path);
    return (value) => typeof value === 'string' && pattern.test(value);
  },
  numeric: (operand, path) => {
    const comparisons = readComparisons(operand, path);
    return (value) => typeof value === 'number' && comparisons.every((holds) => holds(value));
  },
  cidr: (operand, path) => {
    const contains = readRange(aString('cidr', operand, path), path);
    return (value) => typeof value === 'string' && contains(value);
  },
  'anything-but': anythingBut,
} satisfies Record<string, Compile>;

/** Reads one entry of a list in a pattern: a value, or an object with one operator. */
export function readTest(entry: unknown, path: string, refused: readonly OperatorName[] = []): Test {
  if (entry === null || ['string', 'number', 'boolean'].includes(typeof entry)) {
    return (value) => value === entry;
  }
  const [[name, operand] = ['', undefined], ...more] = Object.entries(entry as object);
  if (Array.isArray(entry) || !isOperator(name) || more.length > 0) {
    throw new InvalidPattern(
      `${path}: expected a value or one of ${Object.keys(operators).join(', ')}, found ${JSON.stringify(entry)}`,
    );
  }
  if (refused.includes(name)) throw new InvalidPattern(`${path}: ${name} is not supported here`);
  return operators[name](operand, path);
}

function isOperator(name: string): name is OperatorName {
  return Object.hasOwn(operators, name);
}

function aString(name: string, operand: unknown, path: string): string {
  if (typeof operand === 'string') return operand;
  throw new InvalidPattern(`${path}: expected ${name} to be a string, found ${JSON.stringify(operand)}`);
}

function affix(name: 'prefix' | 'suffix', operand: unknown, path: string): Test {
  const ignoringCase = (operand as { 'equals-ignore-case'?: unknown } | null)?.['equals-ignore-case'];
  const fold = (text: string) => (ignoringCase === undefined ? text : text.toLowerCase());
  const wanted = fold(aString(name, ignoringCase ?? operand, path));
  return (value) =>
    typeof value === 'string' &&
    (name === 'prefix' ? fold(value).startsWith(wanted) : fold(value).endsWith(wanted));
}

/** A star stands for any characters; `\*` and `\\` stand for themselves. */
function wildcardPattern(text: string, path: string): RegExp {
  if (/(?<!\\)\*\*/.test(text))
    throw new InvalidPattern(`${path}: a wildcard cannot have two stars in a row`);
  const source = text.replace(/\\([*\\])|\*|[.+?^${}()|[\]\\]/g, (found, escaped?: string) => {
    if (escaped) return `\\${escaped}`;
    return found === '*' ? '.*' : `\\${found}`;
  });
  return new RegExp(`^${source}$`, 's');
}

const comparators: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '=': (left, right) => left === right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

/** `["=", 5]`, or a range: `[">", 0, "<=", 5]`. */
function readComparisons(operand: unknown, path: string): ((value: number) => boolean)[] {
  const invalid = new InvalidPattern(
    `${path}: expected numeric to be pairs of a comparison and a number, found ${JSON.stringify(operand)}`,
  );
  if (!Array.isArray(operand) || ![2, 4].includes(operand.length)) throw invalid;
  return [0, 2]
    .filter((index) => index < operand.length)
    .map((index) => {
      const holds = comparators[String(operand[index])];
      const number: unknown = operand[index + 1];
      if (!holds || typeof number !== 'number') throw invalid;
      return (value) => holds(value, number);
    });
}

function readRange(text: string, path: string): (value: string) => boolean {
  const [network = '', bits = ''] = text.split('/');
  const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
  const range = new BlockList();
  try {
    range.addSubnet(network, Number.parseInt(bits, 10), family);
  } catch {
    throw new InvalidPattern(
      `${path}: expected cidr to be a range of addresses, found ${JSON.stringify(text)}`,
    );
  }
  return (value) => isIP(value) !== 0 && range.check(value, isIP(value) === 6 ? 'ipv6' : 'ipv4');
}

const withinAnythingBut: readonly string[] = ['prefix', 'suffix', 'equals-ignore-case', 'wildcard'];

/** Values, or one of the operators on strings with one string or several. The field has to exist. */
function anythingBut(operand: unknown, path: string): Test {
  const isOperator = operand !== null && typeof operand === 'object' && !Array.isArray(operand);
  const [[name, inner] = ['', operand], ...more] = isOperator ? Object.entries(operand) : [];
  const listed = [inner].flat();
  const isValid = isOperator
    ? withinAnythingBut.includes(name) && more.length === 0
    : listed.every((each) => each === null || typeof each !== 'object');
  if (!isValid || listed.length === 0) {
    throw new InvalidPattern(
      `${path}: expected anything-but to have values, or one of ${withinAnythingBut.join(', ')}, found ${JSON.stringify(operand)}`,
    );
  }
  const tests = listed.map((each) => readTest(isOperator ? { [name]: each } : each, path));
  return (value) => !tests.some((test) => test !== 'absent' && test(value));
}
