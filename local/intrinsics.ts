import { account, region } from './clients.ts';

/** Looks up the values of a template's references; how they combine follows CloudFormation's rules. */
type Names = {
  ref(logicalId: string): string | undefined;
  attribute(logicalId: string, attribute: string): string;
  condition(name: string): unknown;
};

export type Resolve = (value: unknown) => unknown;

/** What an intrinsic function can use. */
type Scope = { readonly names: Names; readonly stackName: string; readonly resolve: Resolve };

const pseudoParameters: Readonly<Record<string, unknown>> = {
  'AWS::Region': region,
  'AWS::AccountId': account,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::NotificationARNs': [],
};

/** `AWS::NoValue` removes the property. */
const noValue = Symbol('AWS::NoValue');

const functions: Readonly<Record<string, (argument: unknown, scope: Scope) => unknown>> = {
  Ref: (name, scope) => refer(String(name), scope),
  'Fn::GetAtt': (path, { names }) => {
    // Two spellings: ["Table", "Arn"] in JSON, "Table.Arn" from YAML's short form.
    const [logicalId = '', ...attribute] = Array.isArray(path) ? (path as string[]) : String(path).split('.');
    return names.attribute(logicalId, attribute.join('.'));
  },
  'Fn::Join': (argument, { resolve }) => {
    const [separator, parts] = resolve(argument) as [string, unknown[]];
    return parts.join(separator);
  },
  'Fn::Split': (argument, { resolve }) => {
    const [separator, text] = resolve(argument) as [string, string];
    return text.split(separator);
  },
  'Fn::Select': (argument, { resolve }) => {
    const [index, list] = resolve(argument) as [number | string, unknown[]];
    const selected = list[Number(index)];
    if (selected === undefined)
      throw new Error(`Fn::Select: expected an entry ${index}, found ${JSON.stringify(list)}`);
    return selected;
  },
  'Fn::Sub': substitute,
  'Fn::If': (argument, scope) => {
    const [condition, whenTrue, whenFalse] = argument as [string, unknown, unknown];
    return scope.resolve(isTrue(condition, scope) ? whenTrue : whenFalse);
  },
  'Fn::Equals': (argument, { resolve }) => {
    const [left, right] = resolve(argument) as unknown[];
    return String(left) === String(right);
  },
  'Fn::Not': (argument, { resolve }) => !(resolve(argument) as boolean[])[0],
  'Fn::And': (argument, { resolve }) => (resolve(argument) as boolean[]).every(Boolean),
  'Fn::Or': (argument, { resolve }) => (resolve(argument) as boolean[]).some(Boolean),
  Condition: (name, scope) => isTrue(String(name), scope),
};

export function createResolver(names: Names, stackName: string): Resolve {
  const scope: Scope = { names, stackName, resolve };

  function resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(resolve).filter((entry) => entry !== noValue);
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(value);
    const [only] = entries;
    if (only && entries.length === 1) {
      const [key, argument] = only;
      const intrinsic = functions[key];
      // `Condition` is a function only within conditions; elsewhere it is an ordinary key, as in a policy.
      if (intrinsic && (key !== 'Condition' || typeof argument === 'string')) {
        return intrinsic(argument, scope);
      }
      if (key.startsWith('Fn::')) {
        throw new Error(`${key} is not supported in a local run: ${JSON.stringify(value)}`);
      }
    }
    const resolved = entries.map(([key, entry]) => [key, resolve(entry)]);
    return Object.fromEntries(resolved.filter(([, entry]) => entry !== noValue));
  }

  return (value) => {
    const resolved = resolve(value);
    return resolved === noValue ? undefined : resolved;
  };
}

function isTrue(condition: string, { names, resolve }: Scope): boolean {
  return Boolean(resolve(names.condition(condition)));
}

function refer(name: string, { names, stackName }: Scope): unknown {
  if (name === 'AWS::NoValue') return noValue;
  if (name === 'AWS::StackName') return stackName;
  if (name === 'AWS::StackId') return `arn:aws:cloudformation:${region}:${account}:stack/${stackName}/local`;
  const value = pseudoParameters[name] ?? names.ref(name);
  if (value === undefined) throw new Error(`Ref: the template has no resource or parameter named ${name}`);
  return value;
}

function substitute(argument: unknown, { resolve }: Scope): string {
  const [text, variables] = Array.isArray(argument) ? argument : [argument, {}];
  const given = resolve(variables ?? {}) as Record<string, unknown>;
  return String(text).replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
    if (literal) return `\${${name}}`;
    if (name in given) return String(given[name]);
    return String(resolve(name.includes('.') ? { 'Fn::GetAtt': name } : { Ref: name }));
  });
}
