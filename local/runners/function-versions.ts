import { readFunctionReference } from '../function-reference.ts';
import { arnOf, identityOf } from '../identity.ts';
import type { Runner } from '../runner.ts';

const alias = 'AWS::Lambda::Alias';

/** Versions and aliases are names of the one version that runs locally. How an alias moves to a new one, only AWS shows. */
export const functionVersions: Runner = {
  types: ['AWS::Lambda::Version', alias],
  identify({ type, property }) {
    const { name } = readFunctionReference(property<string>('FunctionName') ?? '');
    const qualifier = type === alias ? (property<string>('Name') ?? '') : '1';
    const arn = arnOf('lambda', `function:${name}:${qualifier}`);
    return identityOf(`${name}:${qualifier}`, arn, {
      ref: arn,
      attributes: { FunctionArn: arn, AliasArn: arn, Version: '1' },
    });
  },
  async start() {},
};
