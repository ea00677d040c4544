import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accessKeyOf } from './access-key.ts';
import { CannotStart } from './cannot-start.ts';
import { fakeCredentials, region } from './clients.ts';
import type { LocalResource } from './runner.ts';

/** Everything that a function's process needs to know. */
export type FunctionSettings = {
  readonly name: string;
  readonly arn: string;
  /** Tells the endpoint which function calls, as the keys of its role do on AWS. */
  readonly accessKeyId: string;
  readonly roleArn: string;
  readonly modulePath: string;
  readonly exportName: string;
  /** The log group of the function on AWS. */
  readonly logGroup: string;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly reservedConcurrency?: number;
  /** The queue for events that Lambda gives up. */
  readonly deadLetterArn?: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Keeps the compiled module for the next process: it then starts in half the time. Omit to keep nothing. */
  readonly compiledDir?: string;
};

type Endpoints = { readonly awsEndpoint: string; readonly dynamoDbEndpoint: string };

export function readFunctionSettings(
  resource: LocalResource,
  assemblyDir: string,
  endpoints: Endpoints,
): FunctionSettings {
  const { logicalId, name, arn } = resource;
  const runtime = resource.property<string>('Runtime') ?? '(none)';
  if (!runtime.startsWith('nodejs')) {
    throw new CannotStart(
      `${logicalId} has the runtime ${runtime}; the local stack runs only Node functions`,
    );
  }
  const handler = resource.property<string>('Handler') ?? '';
  const [, moduleName, exportName] = /^(.+)\.([^.]+)$/.exec(handler) ?? [];
  if (!moduleName || !exportName) {
    throw new CannotStart(`${logicalId}: expected Handler to be <module>.<export>, found "${handler}"`);
  }
  const folder = assetFolder(resource, assemblyDir);
  const candidates = ['.mjs', '.js', '.cjs'].map((extension) => join(folder, `${moduleName}${extension}`));
  const modulePath = candidates.find((path) => existsSync(path));
  if (!modulePath) {
    throw new CannotStart(
      `${logicalId}: expected one of ${candidates.join(', ')}, found none; \`cdk synth\` writes it`,
    );
  }
  const accessKeyId = accessKeyOf(name);
  const memoryMegabytes = resource.property<number>('MemorySize') ?? 128;
  const reservedConcurrency = resource.property<number>('ReservedConcurrentExecutions');
  const deadLetterArn = resource.property<{ TargetArn?: string }>('DeadLetterConfig')?.TargetArn;
  const logging = resource.property<Logging>('LoggingConfig') ?? {};
  return {
    name,
    arn,
    accessKeyId,
    roleArn: resource.property<string>('Role') ?? '',
    modulePath,
    exportName,
    logGroup: logging.LogGroup ?? `/aws/lambda/${name}`,
    timeoutSeconds: resource.property<number>('Timeout') ?? 3,
    memoryMegabytes,
    ...(reservedConcurrency === undefined ? {} : { reservedConcurrency }),
    ...(deadLetterArn && { deadLetterArn }),
    environment: {
      ...resource.property<{ Variables?: Record<string, string> }>('Environment')?.Variables,
      ...runtimeVariables(name, memoryMegabytes, handler, dirname(modulePath), runtime),
      ...loggingVariables(logging),
      ...clientVariables(endpoints, accessKeyId),
    },
    compiledDir: join(assemblyDir, 'compiled'),
  };
}

function assetFolder({ logicalId, metadata, property }: LocalResource, assemblyDir: string): string {
  const path = metadata['aws:asset:path'];
  if (typeof path === 'string') return isAbsolute(path) ? path : join(assemblyDir, path);
  // Only the CDK's command line adds metadata; without it, the S3 key names the folder.
  const key = property<{ S3Key?: string }>('Code')?.S3Key;
  if (!key)
    throw new CannotStart(
      `${logicalId}: expected its Code to be an asset, found neither a folder nor an S3Key`,
    );
  return join(
    assemblyDir,
    `asset.${key
      .split('/')
      .at(-1)
      ?.replace(/\.zip$/, '')}`,
  );
}

function runtimeVariables(name: string, memory: number, handler: string, root: string, runtime: string) {
  return {
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memory),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
    AWS_EXECUTION_ENV: `AWS_Lambda_${runtime}`,
    _HANDLER: handler,
    LAMBDA_TASK_ROOT: root,
    TZ: ':UTC',
  };
}

type Logging = { LogGroup?: string; LogFormat?: string; ApplicationLogLevel?: string };

/** Logging libraries read them. */
function loggingVariables({ LogFormat = 'Text', ApplicationLogLevel }: Logging): Record<string, string> {
  return {
    AWS_LAMBDA_LOG_FORMAT: LogFormat,
    ...(ApplicationLogLevel && { AWS_LAMBDA_LOG_LEVEL: ApplicationLogLevel }),
  };
}

/** The SDK reads its endpoints from these variables, so the bundles run unchanged. */
function clientVariables(
  { awsEndpoint, dynamoDbEndpoint }: Endpoints,
  accessKeyId: string,
): Record<string, string> {
  // The developer's own AWS profile must not be used, or needed.
  const nowhere = fileURLToPath(new URL('./no-such-aws-configuration', import.meta.url));
  return {
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: fakeCredentials.secretAccessKey,
    // Our endpoint refuses services it does not know, so that no call reaches a real account.
    AWS_ENDPOINT_URL: awsEndpoint,
    AWS_ENDPOINT_URL_DYNAMODB: dynamoDbEndpoint,
    // With an IP address as its host, the SDK puts the bucket into the path.
    AWS_ENDPOINT_URL_S3: awsEndpoint,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONFIG_FILE: nowhere,
    AWS_SHARED_CREDENTIALS_FILE: nowhere,
  };
}
