import { describe, expect, it } from 'vitest';
import { createResolver } from '../../local/intrinsics.ts';

const resolve = createResolver(
  {
    ref: (name) => ({ Queue: 'http://queue', Stage: 'prod' })[name],
    attribute: (logicalId, attribute) => `<${logicalId}.${attribute}>`,
    condition: (name) =>
      ({
        IsProd: { 'Fn::Equals': [{ Ref: 'Stage' }, 'prod'] },
        Never: { 'Fn::Not': [{ Condition: 'IsProd' }] },
      })[name],
  },
  'Tiny',
);

/** A placeholder of CloudFormation, written so that it is not one of JavaScript. */
const hole = (name: string) => `\${${name}}`;

describe('a reference in a template', () => {
  it('stands for the name of a resource, the value of a parameter or a fact about the stack', () => {
    expect(resolve({ Ref: 'Queue' })).toBe('http://queue');
    expect(resolve({ Ref: 'AWS::Region' })).toBe('us-east-1');
    expect(resolve({ Ref: 'AWS::StackName' })).toBe('Tiny');
  });

  it('to an unknown name is an error that names it', () => {
    expect(() => resolve({ Ref: 'Quueue' })).toThrow(/Quueue/);
  });

  it('to an attribute can be written in two ways', () => {
    expect(resolve({ 'Fn::GetAtt': ['Table', 'Arn'] })).toBe('<Table.Arn>');
    expect(resolve({ 'Fn::GetAtt': 'Table.Nested.Arn' })).toBe('<Table.Nested.Arn>');
  });

  it('is resolved however deep it is', () => {
    expect(resolve({ a: [{ b: { Ref: 'Queue' } }, 1, true, null] })).toEqual({
      a: [{ b: 'http://queue' }, 1, true, null],
    });
  });
});

describe('a function in a template', () => {
  it('joins, splits and selects, and can be nested', () => {
    const name = {
      'Fn::Select': [2, { 'Fn::Split': [':', { 'Fn::Join': ['', ['a:b:', { Ref: 'Stage' }]] }] }],
    };
    expect(resolve(name)).toBe('prod');
  });

  it('refuses to select an entry that does not exist', () => {
    expect(() => resolve({ 'Fn::Select': [5, ['a']] })).toThrow(/expected an entry 5/);
  });

  it('substitutes references, attributes and given variables, and leaves literals alone', () => {
    const text = `${hole('Stage')}-${hole('Table.Arn')}-${hole('AWS::AccountId')}-${hole('!kept')}`;
    expect(resolve({ 'Fn::Sub': text })).toBe(`prod-<Table.Arn>-000000000000-${hole('kept')}`);
    const given = [`${hole('x')}/${hole('Stage')}`, { x: { Ref: 'Queue' } }];
    expect(resolve({ 'Fn::Sub': given })).toBe('http://queue/prod');
  });

  it('chooses by condition, and can remove a property', () => {
    expect(resolve({ 'Fn::If': ['IsProd', 'yes', 'no'] })).toBe('yes');
    expect(resolve({ 'Fn::If': ['Never', 'yes', 'no'] })).toBe('no');
    expect(resolve({ kept: 1, gone: { 'Fn::If': ['Never', 1, { Ref: 'AWS::NoValue' }] } })).toEqual({
      kept: 1,
    });
  });

  it('that is not supported is an error, not a value', () => {
    expect(() => resolve({ 'Fn::ImportValue': 'other-stack' })).toThrow(/Fn::ImportValue is not supported/);
  });
});
