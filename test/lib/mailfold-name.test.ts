import { App, NestedStack, Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { mailfoldNameOf } from '../../lib/mailfold-name.ts';

const nameOf = (stackName: string, ...ids: string[]) =>
  mailfoldNameOf(
    ids.reduce<Construct>(
      (scope, id) => new Construct(scope, id),
      new Stack(new App(), 'Stack', { stackName }),
    ),
  );

describe('the name of a Mailfold', () => {
  it('is the name of its stack, with the path to it unless it is called Mailfold', () => {
    expect(nameOf('Prod', 'Mailfold')).toBe('Prod');
    expect(nameOf('Shop', 'Mail')).toBe('Shop_Mail');
    expect(nameOf('Shop', 'Shop')).toBe('Shop_Shop');
    expect(nameOf('Shop', 'Backend', 'Mailfold')).toBe('Shop_Backend_Mailfold');
  });

  it('is never that of another, however stacks and constructs are called', () => {
    const places = [
      ['A', 'Mailfold'],
      ['A-B', 'Mailfold'],
      ['A', 'B'],
      ['A', 'A-B'],
      ['A-B', 'C'],
      ['A', 'B-C'],
      ['A', 'B', 'C'],
      ['A', 'B_C'],
      ['A', 'B C'],
      ['A', 'B.C'],
      ['A', 'Mailfold', 'Mailfold'],
      ['A', 'x'.repeat(100)],
      ['A', `${'x'.repeat(100)}y`],
    ] as const;
    const names = places.map(([stackName, ...ids]) => nameOf(stackName, ...ids));
    expect(new Set(names).size).toBe(places.length);
  });

  it('fits into the names of alarms and dashboards', () => {
    const long = nameOf('S'.repeat(128), 'Mailfold');
    expect(long).toHaveLength(128);
    for (const name of [long, nameOf('S', 'a/b', 'ü'), nameOf('S'.repeat(128), 'Mail')])
      expect(name).toMatch(/^[\w-]{1,128}$/);
  });

  it('in a nested stack comes from the parent, whose name is known', () => {
    const parent = new Stack(new App(), 'Parent');
    expect(mailfoldNameOf(new Construct(new NestedStack(parent, 'Inner'), 'Mail'))).toBe('Parent_Inner_Mail');
  });
});
