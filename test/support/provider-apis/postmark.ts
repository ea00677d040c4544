import type { ProviderApi } from './stand-in.ts';

export const postmarkApi: ProviderApi = {
  provider: 'postmark',
  apiKey: 'server-token-1234',
  isAuthorized: ({ headers }, apiKey) => headers['x-postmark-server-token'] === apiKey,
  unauthorized: { ErrorCode: 10, Message: 'The Server Token you provided is not valid.' },
  answer({ method, path, query, body }, { webhooks }) {
    if (method === 'GET') {
      const stream = query.get('MessageStream');
      if (stream === 'nowhere')
        return { status: 422, json: { ErrorCode: 1226, Message: 'Message stream not found.' } };
      return { status: 200, json: { Webhooks: webhooks.filter((each) => each['MessageStream'] === stream) } };
    }
    if (method === 'POST') {
      const webhook = { ID: 1_234_567 + webhooks.length, ...body };
      webhooks.push(webhook);
      return { status: 200, json: webhook };
    }
    const found = webhooks.find(({ ID }) => path === `/webhooks/${ID}`);
    if (!found) return { status: 404, json: { ErrorCode: 1, Message: 'not found' } };
    Object.assign(found, body);
    return { status: 200, json: found };
  },
};
