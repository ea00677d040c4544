import { Aws, Duration, Fn, type RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  CfnManagedLoginBranding,
  CfnUserPoolGroup,
  FeaturePlan,
  type IUserPool,
  LambdaVersion,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  ResourceServerScope,
  UserPool,
  type UserPoolClient,
  type UserPoolDomain,
  UserPoolOperation,
} from 'aws-cdk-lib/aws-cognito';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { roles } from '../lambdas/api/routes.ts';
import type { SignIn } from '../lambdas/console-files/environment.ts';
import { LambdaFunction } from './lambda-function.ts';
import { inPartition } from './partition.ts';

export interface ConsoleSignInProps {
  readonly mailfoldName: string;
  /** Where people come back to when they have signed in, with a slash at the end. */
  readonly consoleUrl: string;
  readonly removalPolicy: RemovalPolicy;
  readonly logRetention: RetentionDays;
  readonly encryptionKey?: IKey;
}

/** A pool of people who may use the hosted console. Only an administrator adds people, and each has a second factor. */
export class ConsoleSignIn extends Construct {
  readonly pool: IUserPool;
  readonly signIn: SignIn;

  constructor(scope: Construct, id: string, props: ConsoleSignInProps) {
    super(scope, id);
    const pool = this.makePool(props);
    this.pool = pool;
    const domain = pool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: this.domainPrefix() },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    const scopes = new ResourceServerScope({ scopeName: 'use', scopeDescription: 'Use the console' });
    const server = pool.addResourceServer('Api', { identifier: apiName, scopes: [scopes] });
    const client = this.makeClient(pool, OAuthScope.resourceServer(server, scopes), props.consoleUrl);
    // Without it, the sign-in page of a pool with managed login does not exist.
    new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: pool.userPoolId,
      clientId: client.userPoolClientId,
      useCognitoProvidedValues: true,
    });
    for (const [precedence, groupName] of [...roles].reverse().entries())
      new CfnUserPoolGroup(this, `Group-${groupName}`, {
        userPoolId: pool.userPoolId,
        groupName,
        precedence,
        description: groupDescriptions[groupName],
      });
    this.signIn = {
      issuer: pool.userPoolProviderUrl,
      clientId: client.userPoolClientId,
      scope: `${apiName}/${scopes.scopeName}`,
      origins: [this.originOf(domain)],
    };
  }

  private makePool({ mailfoldName, removalPolicy, ...props }: ConsoleSignInProps): UserPool {
    const pool = new UserPool(this, 'People', {
      userPoolName: `${mailfoldName}-console`,
      // The trigger below needs this plan.
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      mfa: Mfa.REQUIRED,
      // No text messages: they cost, and can be intercepted.
      mfaSecondFactor: { otp: true, sms: false },
      passwordPolicy: {
        minLength: 14,
        requireDigits: true,
        requireLowercase: true,
        requireUppercase: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(3),
      },
      removalPolicy,
    });
    const claims = new LambdaFunction(this, 'Claims', {
      folder: 'console-claims',
      description: "Mailfold: adds a person's e-mail address to the access token of the console",
      memoryMb: 128,
      timeout: Duration.seconds(5),
      environment: {},
      ...props,
    });
    pool.addTrigger(UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG, claims, LambdaVersion.V2_0);
    Validations.of(claims).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'Cognito waits for the answer. Without it nobody gets a token, and the person sees the error.',
    });
    Validations.of(pool).acknowledge({
      id: 'AwsSolutions-COG8',
      reason:
        'Threat protection needs the Plus plan, at four times the price. Only an administrator adds people, and each needs a second factor.',
    });
    return pool;
  }

  private makeClient(pool: UserPool, scope: OAuthScope, consoleUrl: string): UserPoolClient {
    return pool.addClient('Console', {
      // A page cannot keep a secret. The code is bound to the page by PKCE instead.
      generateSecret: false,
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, scope],
        callbackUrls: [consoleUrl],
        logoutUrls: [consoleUrl],
      },
      accessTokenValidity: Duration.minutes(15),
      idTokenValidity: Duration.minutes(15),
      // The shortest that Cognito allows. The page does not keep it.
      refreshTokenValidity: Duration.minutes(60),
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
    });
  }

  /** GovCloud has other hosts for sign-in pages than the CDK knows. */
  private originOf({ domainName }: UserPoolDomain): string {
    const auth = inPartition(this, 'aws-us-gov', 'auth-fips', 'auth');
    return `https://${domainName}.${auth}.${Aws.REGION}.amazoncognito.com`;
  }

  /** Unique in the region among all accounts: the last part of the stack's id is random. */
  private domainPrefix(): string {
    const id = Fn.select(2, Fn.split('/', Stack.of(this).stackId));
    return Fn.join('-', ['mailfold', Fn.select(0, Fn.split('-', id)), Fn.select(4, Fn.split('-', id))]);
  }
}

/** The first part of the scope. */
const apiName = 'console';

const groupDescriptions = {
  viewer: 'Sees messages, addresses, statistics and health',
  support: 'Also releases and suppresses addresses',
  operator: 'Also sees dead letters and sends them again',
} as const;
