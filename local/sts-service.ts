import { type AwsService, readForm } from './aws-service.ts';
import { account } from './clients.ts';
import { arnOf } from './identity.ts';
import { toXml } from './xml.ts';

/** The part of STS that says who asks, for tools that look at the account first. Nobody needs a right for it. */
export function createStsService(): AwsService {
  const GetCallerIdentityResult = { Arn: arnOf('iam', 'user/local'), UserId: 'local', Account: account };
  return {
    name: 'sts',
    read(request) {
      const call = readForm('sts', request);
      return call?.action === 'GetCallerIdentity' ? call : undefined;
    },
    answer: async () => ({
      status: 200,
      headers: { 'content-type': 'text/xml' },
      body: Buffer.from(toXml({ GetCallerIdentityResponse: { GetCallerIdentityResult } })),
    }),
  };
}
