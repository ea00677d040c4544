import { arnOf, identityOf } from '../identity.ts';
import type { Runner } from '../runner.ts';
import { httpApis } from './http-apis.ts';

const domain = 'AWS::ApiGatewayV2::DomainName';
const mapping = 'AWS::ApiGatewayV2::ApiMapping';

/** Replaces the URL of a custom domain by that of the local API it is mapped to, wherever a property contains it. */
export const customDomains: Runner = {
  types: [domain, mapping],
  identify({ type, generatedName, property }) {
    const name = (type === domain && property<string>('DomainName')) || generatedName;
    return identityOf(name, arnOf('apigateway', `/domainnames/${name}`));
  },
  async start(resources, { resources: all, started }) {
    const { main, byId } = started(httpApis);
    for (const { property } of resources.filter(({ type }) => type === mapping)) {
      const api = byId.get(property<string>('ApiId') ?? '') ?? main;
      all.localize(`https://${property<string>('DomainName')}`, api.url);
    }
  },
};
