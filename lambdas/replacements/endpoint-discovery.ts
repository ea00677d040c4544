/**
 * In place of `@aws-sdk/middleware-endpoint-discovery`: the DynamoDB client prepares to look up its endpoints, with a
 * cache for a thousand of them, and no command of it ever does.
 */
export function resolveEndpointDiscoveryConfig<Config>(config: Config): Config {
  return config;
}

export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => undefined,
  configFileSelector: () => undefined,
  default: undefined,
};
