import { arnOf, identityOf } from '../identity.ts';
import { readStatements, type Statement } from '../permissions.ts';
import type { LocalResource, Runner } from '../runner.ts';

/** The statements of a role, by its ARN. */
export type Roles = { statementsOf(roleArn: string): readonly Statement[] };

const role = 'AWS::IAM::Role';

/** Reads what the template's roles may do, so that the endpoint can refuse what AWS would refuse. */
export const roles: Runner<Roles> = {
  types: [role, 'AWS::IAM::Policy'],
  identify({ type, generatedName, property }) {
    const name = property<string>('RoleName') ?? generatedName;
    const kind = type === role ? 'role' : 'policy';
    return identityOf(name, arnOf('iam', `${kind}/${name}`));
  },
  async start(resources) {
    const byArn = new Map<string, readonly Statement[]>(
      resources
        .filter(({ type }) => type === role)
        .map((each) => [each.arn, [...inline(each), ...attached(each, resources)]]),
    );
    return { statementsOf: (arn) => byArn.get(arn) ?? [] };
  },
};

type Document = Parameters<typeof readStatements>[0];

function inline({ property }: LocalResource): Statement[] {
  const policies = property<{ PolicyDocument?: Document }[]>('Policies') ?? [];
  return policies.flatMap(({ PolicyDocument }) => readStatements(PolicyDocument));
}

function attached({ name }: LocalResource, resources: readonly LocalResource[]): Statement[] {
  return resources
    .filter(({ property }) => property<string[]>('Roles')?.includes(name))
    .flatMap(({ property }) => readStatements(property<Document>('PolicyDocument')));
}
