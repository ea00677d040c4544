import { Names, Stack, Token } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** Room for the longest title of an alarm: CloudWatch allows 255 characters. */
const maxLength = 100;

/**
 * The name of a Mailfold, unique in its account and region. `Mailfold` in the stack Prod is Prod, and `Mail` in the stack
 * Shop is Shop_Mail. A stack's name cannot contain an underscore, so no two of these names are equal.
 */
export function mailfoldNameOf(mailfold: Construct): string {
  const stack = outermostStack(mailfold);
  const ids = mailfold.node.scopes.slice(stack.node.scopes.length).map(({ node }) => node.id);
  if (Token.isUnresolved(stack.stackName)) return withHash(mailfold);
  if (ids.join() === 'Mailfold') return stack.stackName;
  const name = [stack.stackName, ...ids].join('_');
  const isPlain = ids.every((id) => /^[A-Za-z0-9-]+$/.test(id)) && name.length <= maxLength;
  return isPlain ? name : withHash(mailfold);
}

/** A nested stack gets its name from CloudFormation, so its parent's name is used. */
export function outermostStack(scope: Construct): Stack {
  const stack = Stack.of(scope);
  return stack.nestedStackParent ? outermostStack(stack.nestedStackParent) : stack;
}

function withHash(mailfold: Construct): string {
  return Names.uniqueResourceName(mailfold, {
    maxLength,
    separator: '_',
    allowedSpecialCharacters: '-',
  });
}
