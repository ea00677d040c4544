import { CannotStart } from '../cannot-start.ts';
import { region } from '../clients.ts';
import { type HttpApi, startHttpApi } from '../http-api.ts';
import { arnOf, identityOf } from '../identity.ts';
import type { LocalResource, Run, Runner } from '../runner.ts';

export type HttpApis = {
  /** The first one of the template. */
  readonly main: HttpApi;
  /** By API id. */
  readonly byId: ReadonlyMap<string, HttpApi>;
};

/** Listens for the template's HTTP APIs. Until its routes are known, each answers 503. */
export const httpApis: Runner<HttpApis> = {
  types: ['AWS::ApiGatewayV2::Api'],
  identify({ logicalId }) {
    const id = logicalId.toLowerCase();
    const attributes = { ApiId: id, ApiEndpoint: addressOnAws(id) };
    return identityOf(id, arnOf('apigateway', `/apis/${id}`), { attributes });
  },
  async start(apis, run) {
    for (const api of apis) refuseUnsupported(api);
    const [first, ...others] = apis;
    // A template without an API has an address too, which answers 503.
    const main = await listen(first, 0, run);
    const byId = new Map(first ? [[first.name, main]] : []);
    for (const [index, api] of others.entries()) byId.set(api.name, await listen(api, index + 1, run));
    return { main, byId };
  },
};

async function listen(api: LocalResource | undefined, index: number, run: Run): Promise<HttpApi> {
  const { port = 0, documents, onAnswer } = run.options;
  const server = await startHttpApi({
    port: port === 0 ? 0 : port + index,
    onAnswer,
    ...(index === 0 && { documents }),
  });
  run.onStop(server.stop);
  if (api) run.resources.localize(addressOnAws(api.name), server.url);
  return server;
}

function refuseUnsupported({ logicalId, property }: LocalResource): void {
  if (property('ProtocolType') !== 'HTTP') {
    throw new CannotStart(`${logicalId} is not an HTTP API; local/runners/http-apis.ts supports no other`);
  }
  if (property('CorsConfiguration')) {
    throw new CannotStart(
      `${logicalId} has a CorsConfiguration, which local/runners/http-apis.ts does not support`,
    );
  }
}

/** The CDK writes this URL into the template in some places. */
function addressOnAws(apiId: string): string {
  return `https://${apiId}.execute-api.${region}.amazonaws.com`;
}
