import { InvalidPattern, type Leaf, type OperatorName, readTest, type Test } from './pattern-operators.ts';

/** Says whether an event matches. */
export type EventPattern = (event: unknown) => boolean;

type Node = Readonly<Record<string, unknown>>;

/**
 * Reads an event pattern of EventBridge, whose language the filters of Lambda use too. Throws an InvalidPattern.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
 */
export function compilePattern(pattern: unknown, refused: readonly OperatorName[] = []): EventPattern {
  const read = typeof pattern === 'string' ? parse(pattern) : pattern;
  const matches = compileNode(read, '', refused);
  return (event) => objectsIn(event).some(matches);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidPattern('expected an event pattern, found a string that is not JSON');
  }
}

/** All fields must match. */
function compileNode(
  pattern: unknown,
  path: string,
  refused: readonly OperatorName[],
): (node: Node) => boolean {
  if (!isObject(pattern)) {
    throw new InvalidPattern(`expected ${path || 'the pattern'} to be an object or a list of values`);
  }
  const fields = Object.entries(pattern).map(([key, value]) =>
    key === '$or'
      ? compileOr(value, path, refused)
      : compileField(key, value, path ? `${path}.${key}` : key, refused),
  );
  if (fields.length === 0) throw new InvalidPattern(`${path || 'the pattern'} is empty`);
  return (node) => fields.every((matches) => matches(node));
}

function compileOr(value: unknown, path: string, refused: readonly OperatorName[]): (node: Node) => boolean {
  if (!Array.isArray(value) || value.length < 2) {
    throw new InvalidPattern('expected $or to be a list of at least two patterns');
  }
  const patterns = value.map((each) => compileNode(each, path, refused));
  return (node) => patterns.some((matches) => matches(node));
}

function compileField(
  key: string,
  value: unknown,
  path: string,
  refused: readonly OperatorName[],
): (node: Node) => boolean {
  if (Array.isArray(value)) {
    if (value.length === 0) throw new InvalidPattern(`${path} is an empty list`);
    const tests = value.map((each) => readTest(each, path, refused));
    return (node) => matchesLeaf(node[key], tests);
  }
  const matches = compileNode(value, path, refused);
  return (node) => {
    const objects = objectsIn(node[key]);
    // A field of an object that is absent is absent too, which `exists: false` asks for.
    return objects.length === 0 ? matches({}) : objects.some(matches);
  };
}

/** One value of a list is enough, and so is one test. */
function matchesLeaf(value: unknown, tests: readonly Test[]): boolean {
  const leaves = leavesIn(value);
  return tests.some((test) => (test === 'absent' ? leaves.length === 0 : leaves.some(test)));
}

/** The values that operators can look at: each entry of a list, and no objects. */
function leavesIn(value: unknown): Leaf[] {
  if (Array.isArray(value)) return value.flatMap(leavesIn);
  return value === undefined || isObject(value) ? [] : [value as Leaf];
}

/** All fields below a list are looked for in one and the same entry. */
function objectsIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return isObject(value) ? [value] : [];
}

function isObject(value: unknown): value is Node {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
