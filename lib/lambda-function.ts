import type { Duration } from 'aws-cdk-lib';
import { Aws, RemovalPolicy, Token, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  Architecture,
  Function as CdkFunction,
  type CfnFunction,
  type IFunction,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { BadSetting } from './bad-setting.ts';
import type { CanaryRollout } from './canary-rollout.ts';
import { codeOf, type FunctionFolder } from './function-bundles.ts';
import { inPartition } from './partition.ts';

export interface LambdaFunctionProps {
  /** The folder under lambdas/ whose handler.ts this function runs. */
  readonly folder: FunctionFolder;
  readonly description: string;
  readonly memoryMb: number;
  readonly timeout: Duration;
  /** Concurrent runs that are set aside for this function, and its limit. @default - what the account has left */
  readonly reservedConcurrency?: number;
  /** A folder that is copied into the bundle, as `files`. @default - none */
  readonly files?: string;
  /** The variables listed in the folder's environment.ts. */
  readonly environment: Record<string, string>;
  readonly logRetention: RetentionDays;
  /** Brings new versions in gradually. @default - a new version takes over at once */
  readonly rollout?: CanaryRollout;
  /** It answers although something failed, and counts that itself: lambdas/count-failures.ts. @default false */
  readonly countsFailures?: boolean;
  /** Encrypts the log group. @default - a key that CloudWatch manages */
  readonly encryptionKey?: IKey;
}

/** What all functions share: runtime, bundling, log group, and a role that may write to that log group only. */
export class LambdaFunction extends CdkFunction {
  /** What others call: the function itself, or the alias that a rollout moves from version to version. */
  readonly live: IFunction;

  constructor(scope: Construct, id: string, props: LambdaFunctionProps) {
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: props.logRetention,
      encryptionKey: props.encryptionKey,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // The managed policy that CDK would attach lets a function write to every log group of the account.
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    checkSize(props);
    super(scope, id, {
      description: props.description,
      // The SDK in it is the version we tested, not the one that the runtime currently contains.
      code: codeOf(props.folder, props.files),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memoryMb,
      timeout: props.timeout,
      reservedConcurrentExecutions: props.reservedConcurrency,
      environment: {
        ...props.environment,
        // sns-validator calls the deprecated url.parse(). We check the URL before sns-validator sees it.
        NODE_OPTIONS: '--enable-source-maps --disable-warning=DEP0169',
        POWERTOOLS_SERVICE_NAME: `mailfold-${props.folder}`,
      },
      role,
      logGroup,
    });
    this.logWithoutPlatformLines(logGroup);
    const rolledOut = { title: props.folder, countsFailures: props.countsFailures ?? false };
    this.live = props.rollout?.aliasOf(this, rolledOut) ?? this;
    Validations.of(this).acknowledge({
      id: 'Serverless-LambdaTracing',
      reason:
        'X-Ray needs a permission on all resources of the account and charges per trace. An event passes through two functions only: their durations are metrics, and failures are logged with the id of the queue message.',
    });
  }

  /**
   * Leaves out Lambda's lines about each run (start, end, report), two fifths of the log of a small post, except for runs that
   * time out or crash. Only the JSON format has levels, and GovCloud does not have it. See docs/decisions/json-logs.md.
   */
  private logWithoutPlatformLines({ logGroupName }: LogGroup): void {
    const unlessText = (level: string) => inPartition(this, 'aws-us-gov', Aws.NO_VALUE, level);
    (this.node.defaultChild as CfnFunction).loggingConfig = {
      logGroup: logGroupName,
      logFormat: inPartition(this, 'aws-us-gov', 'Text', 'JSON'),
      systemLogLevel: unlessText('WARN'),
      // Not higher: lines without a level, such as our metrics, count as INFO.
      applicationLogLevel: unlessText('INFO'),
    };
  }
}

/** What Lambda allows for the names and values of all variables; a reference takes about a hundred bytes. */
const mostVariableBytes = 4_096;
const referenceBytes = 100;

function checkSize({ folder, environment }: LambdaFunctionProps): void {
  const sizes = Object.entries(environment).map(([name, value]) => ({
    name,
    bytes: name.length + (Token.isUnresolved(value) ? referenceBytes : Buffer.byteLength(value)),
  }));
  const own = 200;
  const bytes = sizes.reduce((sum, each) => sum + each.bytes, own);
  if (bytes <= mostVariableBytes) return;
  const [largest] = sizes.toSorted((one, other) => other.bytes - one.bytes);
  throw new BadSetting(
    `expected settings that fit into the ${mostVariableBytes} bytes of variables that a function may have; those of the ${folder} take about ${bytes}, most of them ${largest?.name}`,
  );
}
