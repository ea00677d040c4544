import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Duration, type RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { HttpApi, HttpMethod, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import type { FilesEnvironment, SignIn } from '../lambdas/console-files/environment.ts';
import { AccessLog, type AccessLogProps } from './access-log.ts';
import { type ApiFunctions, addApiRoutes } from './api-routes.ts';
import { BadSetting } from './bad-setting.ts';
import { ConsoleSignIn } from './console-sign-in.ts';
import { LambdaFunction } from './lambda-function.ts';
import { projectFolder } from './project-folder.ts';

/** An OpenID provider that you have: Okta, Entra ID, Auth0, Keycloak, … */
export interface ConsoleIssuer {
  /** The issuer in its tokens, an https URL. */
  readonly issuer: string;
  /** The client of the console: a public one, for the authorization code with PKCE. */
  readonly clientId: string;
  /** What access tokens are for. @default - the client id */
  readonly audience?: string;
  /** The scope that an access token must have. ID tokens have none, so they are refused. @default openid */
  readonly scope?: string;
  /** Other origins of the provider that the page asks for tokens. @default - only the issuer's */
  readonly origins?: readonly string[];
}

/** The console for people without AWS credentials. */
export interface ConsoleProps {
  /** Where people sign in. @default - a Cognito user pool of this stack */
  readonly signIn?: ConsoleIssuer;
  /** A folder with the built pages. @default - those of this package */
  readonly files?: string;
}

export interface HostedConsoleProps extends ConsoleProps, AccessLogProps {
  readonly functions: ApiFunctions;
  readonly removalPolicy: RemovalPolicy;
}

/**
 * The console behind an API of its own, so that a flood of webhooks does not lock out the people who look into it. The same functions
 * answer under /v1, for people with a token.
 */
export class HostedConsole extends Construct {
  /** Without a trailing slash. */
  readonly url: string;
  readonly api: HttpApi;
  readonly files: LambdaFunction;
  /** Undefined when people sign in elsewhere. */
  readonly pool?: IUserPool;

  constructor(scope: Construct, id: string, props: HostedConsoleProps) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', {
      apiName: `${props.mailfoldName}-console`,
      description: 'Mailfold: the console',
      createDefaultStage: false,
    });
    this.url = this.api.apiEndpoint;
    const own = props.signIn
      ? undefined
      : new ConsoleSignIn(this, 'SignIn', { ...props, consoleUrl: `${this.url}/` });
    if (own) this.pool = own.pool;
    const signIn = own?.signIn ?? signInAt(props.signIn as ConsoleIssuer);
    this.files = this.addFiles(signIn, props);
    const audience = props.signIn?.audience ?? signIn.clientId;
    addApiRoutes(this.api, props.functions, {
      authorizer: new HttpJwtAuthorizer('Jwt', signIn.issuer, { jwtAudience: [audience] }),
      authorizationScopes: [signIn.scope],
    });
    this.addStage(props);
    Validations.of(this.api).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'Only the files of the page are served without a token: it has to load before anybody can sign in. Every route under /v1 has an authorizer.',
    });
  }

  private addFiles(signIn: SignIn, props: HostedConsoleProps): LambdaFunction {
    const files = new LambdaFunction(this, 'Files', {
      folder: 'console-files',
      description: "Mailfold: serves the console's pages",
      memoryMb: 256,
      timeout: Duration.seconds(5),
      files: filesFolder(this, props.files),
      environment: { SIGN_IN: Stack.of(this).toJsonString(signIn) } satisfies FilesEnvironment,
      logRetention: props.logRetention,
      encryptionKey: props.encryptionKey,
    });
    Validations.of(files).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason:
        'Lambda uses a dead-letter queue for asynchronous calls only. API Gateway waits for the answer, and the caller gets the error.',
    });
    const integration = new HttpLambdaIntegration('Files', files);
    for (const path of ['/', '/{file+}'])
      this.api.addRoutes({ path, methods: [HttpMethod.GET], integration });
    return files;
  }

  private addStage(props: HostedConsoleProps): void {
    // With a slash, which no stack has in its name: a stack of the name before it and a hyphen could exist.
    const log = new AccessLog(this, 'AccessLog', { ...props, mailfoldName: `${props.mailfoldName}/console` });
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      autoDeploy: true,
      // People, not programs: a page load is some ten requests.
      throttle: { rateLimit: 100, burstLimit: 200 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(log.logGroup),
        format: log.format,
      },
    });
  }
}

function signInAt({ issuer, clientId, scope = 'openid', origins = [] }: ConsoleIssuer): SignIn {
  return { issuer, clientId, scope, origins };
}

/** Looked for only when the function is bundled: a template does not need it. */
function filesFolder(scope: Construct, given = join(projectFolder, 'dist', 'console')): string {
  if (Stack.of(scope).bundlingRequired && !existsSync(join(given, 'index.html')))
    throw new BadSetting(
      `expected the pages of the console in ${given}, found none; build them with \`npm run build:console\``,
    );
  return given;
}
