import { CannotStart } from '../cannot-start.ts';
import { region } from '../clients.ts';
import { type HttpApi, startHttpApi } from '../http-api.ts';
import { arnOf, identityOf } from '../identity.ts';
import type { Runner } from '../runner.ts';

/** Listens for the template's HTTP API. Until its routes are known, it answers 503. */
export const httpApis: Runner<HttpApi> = {
  types: ['AWS::ApiGatewayV2::Api'],
  identify({ logicalId }) {
    const id = logicalId.toLowerCase();
    const attributes = { ApiId: id, ApiEndpoint: addressOnAws(id) };
    return identityOf(id, arnOf('apigateway', `/apis/${id}`), { attributes });
  },
  async start([api, ...more], { options, resources, onStop }) {
    if (more.length > 0) {
      throw new CannotStart(
        'the template has several HTTP APIs; local/runners/http-apis.ts supports only one',
      );
    }
    if (api && api.property('ProtocolType') !== 'HTTP') {
      throw new CannotStart(
        `${api.logicalId} is not an HTTP API; local/runners/http-apis.ts supports no other`,
      );
    }
    const { port, documents, onAnswer } = options;
    const server = await startHttpApi({ port, documents, onAnswer });
    onStop(server.stop);
    if (api) resources.localize(addressOnAws(api.name), server.url);
    return server;
  },
};

/** The CDK writes this URL into the template in some places. */
function addressOnAws(apiId: string): string {
  return `https://${apiId}.execute-api.${region}.amazonaws.com`;
}
