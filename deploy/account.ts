import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { exitCodes, Problem } from '../cli/problem.ts';
import type { NamedStage } from '../lib/stages.ts';

type Chosen = { readonly profile?: string; readonly region?: string };

/** Where the credentials lead to. */
export type Account = {
  readonly account: string;
  readonly region: string;
  /** `aws`, `aws-cn` or `aws-us-gov`. */
  readonly partition: string;
};

/** Finds out the account and region. Throws if the stage belongs to another one. */
export async function openAccount(stage: NamedStage, { profile, region }: Chosen): Promise<Account> {
  if (stage.region !== undefined && region !== undefined && stage.region !== region)
    throw elsewhere(stage, 'region', stage.region, region);
  const client = new STSClient(settingsOf({ profile, region: stage.region ?? region }));
  const { Account: account = '', Arn = '' } = await client.send(new GetCallerIdentityCommand({}));
  if (stage.account !== undefined && stage.account !== account)
    throw elsewhere(stage, 'account', stage.account, account);
  return { account, region: await client.config.region(), partition: Arn.split(':')[1] ?? 'aws' };
}

function elsewhere({ name }: NamedStage, what: string, expected: string, found: string): Problem {
  return new Problem(
    `stage ${name}: expected the ${what} ${expected}, found ${found}; choose other credentials with --profile, or another stage`,
    exitCodes.usage,
  );
}

export function cloudFormation(
  { region }: Account,
  { profile }: Chosen,
  credentials?: Awaited<ReturnType<typeof lookupCredentials>>,
): CloudFormationClient {
  return new CloudFormationClient({
    ...settingsOf({ profile, region }),
    ...(credentials && { credentials }),
  });
}

/**
 * The credentials of the role that `cdk bootstrap` made for reading. Whoever may deploy only through the CDK's roles may not ask
 * CloudFormation directly.
 */
export async function lookupCredentials({ account, region, partition }: Account, { profile }: Chosen) {
  const { Credentials } = await new STSClient(settingsOf({ profile, region })).send(
    new AssumeRoleCommand({
      RoleArn: `arn:${partition}:iam::${account}:role/cdk-hnb659fds-lookup-role-${account}-${region}`,
      RoleSessionName: 'mailfold-deploy',
    }),
  );
  return {
    accessKeyId: Credentials?.AccessKeyId ?? '',
    secretAccessKey: Credentials?.SecretAccessKey ?? '',
    sessionToken: Credentials?.SessionToken ?? '',
  };
}

function settingsOf({ profile, region }: Chosen): Chosen {
  return { ...(profile && { profile }), ...(region && { region }) };
}
