import { extname, join } from 'node:path';
import type { Duration } from 'aws-cdk-lib';
import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Architecture, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogLevel, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/**
 * Parts of the SDK that never run in our functions, and what stands in for them: a third of a bundle would be theirs.
 * See docs/decisions/small-bundles.md.
 */
const replacements = {
  '@aws-sdk/credential-provider-node': 'credentials',
  '@smithy/core/event-streams': 'event-streams',
};

export interface LambdaFunctionProps {
  /** The folder under lambdas/ whose handler.ts this function runs. */
  readonly folder: 'receiver' | 'consumer' | 'api-reader' | 'api-writer';
  readonly description: string;
  readonly memoryMb: number;
  readonly timeout: Duration;
  /** What the folder's environment.ts names. */
  readonly environment: Record<string, string>;
  readonly logRetention: RetentionDays;
  /** What the log is encrypted with. @default - a key of CloudWatch's own */
  readonly encryptionKey?: IKey;
}

/** What all our functions have in common: runtime, bundle, logs, and a role that starts with the right to log. */
export class LambdaFunction extends NodejsFunction {
  constructor(scope: Construct, id: string, props: LambdaFunctionProps) {
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: props.logRetention,
      encryptionKey: props.encryptionKey,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // Lambda's usual managed policy lets a function write every log group of the account; ours knows its own only.
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    super(scope, id, {
      description: props.description,
      entry: fileOf(`${props.folder}/handler`),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memoryMb,
      timeout: props.timeout,
      environment: {
        ...props.environment,
        // sns-validator still parses addresses the old way; they are checked before it sees them.
        NODE_OPTIONS: '--enable-source-maps --disable-warning=DEP0169',
        POWERTOOLS_SERVICE_NAME: `mailfold-${props.folder}`,
      },
      role,
      logGroup,
      bundling: {
        format: OutputFormat.ESM,
        target: 'node24',
        minify: true,
        sourceMap: true,
        // A stack trace needs the map's names and lines, not the sources themselves.
        sourcesContent: false,
        // Packages that ship ES modules are taken as such: the bundle is a third smaller.
        mainFields: ['module', 'main'],
        esbuildArgs: Object.fromEntries(
          Object.entries(replacements).map(([module, file]) => [
            `--alias:${module}`,
            fileOf(`replacements/${file}`),
          ]),
        ),
        // The SDK we tested with, not the one the runtime happens to have this month.
        bundleAwsSDK: true,
        // An ES module has no require, and sns-validator calls it.
        banner: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);",
        logLevel: LogLevel.WARNING,
      },
    });
    Validations.of(this).acknowledge({
      id: 'Serverless-LambdaTracing',
      reason:
        'X-Ray would need a permission on every resource of the account and a price per trace, for a way of two steps: its times are metrics, and an event is followed by the id of its queue message.',
    });
  }
}

/** The source here, the compiled file in a published package: it is always of our own kind. */
function fileOf(name: string): string {
  return join(import.meta.dirname, '../lambdas', `${name}${extname(import.meta.filename)}`);
}
