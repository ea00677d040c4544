import { createFunctionLogs, createLogsService, type FunctionLogs } from '../function-logs.ts';
import { createFunctionPool, type FunctionPool } from '../function-pool.ts';
import { readFunctionSettings } from '../function-settings.ts';
import { arnOf, atMost, identityOf } from '../identity.ts';
import type { Runner } from '../runner.ts';
import { roles } from './roles.ts';
import { tables } from './tables.ts';

type Functions = {
  readonly pools: readonly FunctionPool[];
  readonly logs: FunctionLogs;
};

/** The CDK's functions behind its custom resources: nothing calls them here, and the packages that they need come with Lambda. */
const ofCustomResource = /^Custom\w*CustomResourceProviderHandler/;

/** Starts the template's functions, each with one environment that has loaded the module unless the options say otherwise. */
export const functions: Runner<Functions> = {
  types: ['AWS::Lambda::Function'],
  identify({ generatedName, property }) {
    const name = atMost(64, property<string>('FunctionName') ?? generatedName);
    return identityOf(name, arnOf('lambda', `function:${name}`));
  },
  async start(all, { awsEndpoint, assemblyDir, options, started, serve, limit, onStop }) {
    const endpoints = {
      awsEndpoint,
      dynamoDbEndpoint: options.interceptDynamoDb ? awsEndpoint : started(tables).endpoint,
    };
    const resources = all.filter(({ logicalId }) => !ofCustomResource.test(logicalId));
    const settings = resources.map((resource) => readFunctionSettings(resource, assemblyDir, endpoints));
    for (const { accessKeyId, roleArn } of settings) limit(accessKeyId, started(roles).statementsOf(roleArn));
    const { logs, keep } = createFunctionLogs();
    serve(createLogsService(settings, logs));
    const { concurrency } = options;
    const pools = settings.map((each) =>
      createFunctionPool(each, {
        concurrency,
        onLog(line) {
          keep(line);
          options.onLog?.(line);
        },
      }),
    );
    onStop(() => Promise.all(pools.map((pool) => pool.stop())));
    if (options.warm ?? true) await Promise.all(pools.map((pool) => pool.warm()));
    return { pools, logs };
  },
};
