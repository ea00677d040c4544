import type { ProviderApi } from './stand-in.ts';

const callbacks = '/v3/REST/eventcallbackurl';

/** One main URL for each type of event. */
export const mailjetApi: ProviderApi = {
  provider: 'mailjet',
  apiKey: 'public-key:private-key',
  isAuthorized: ({ headers }, apiKey) =>
    headers.authorization === `Basic ${Buffer.from(apiKey).toString('base64')}`,
  unauthorized: { ErrorMessage: 'API key authentication/authorization failure', StatusCode: 401 },
  answer({ method, path, body }, { webhooks }) {
    if (path === callbacks && method === 'GET')
      return { status: 200, json: { Count: webhooks.length, Data: webhooks, Total: webhooks.length } };
    if (path === callbacks) {
      if (webhooks.some(({ EventType, IsBackup }) => EventType === body['EventType'] && !IsBackup))
        return { status: 400, json: { ErrorMessage: 'A callback of this type exists already' } };
      const webhook = { ID: 900 + webhooks.length, IsBackup: false, Status: 'alive', ...body };
      webhooks.push(webhook);
      return { status: 201, json: { Count: 1, Data: [webhook], Total: 1 } };
    }
    const found = webhooks.find(({ ID }) => path === `${callbacks}/${ID}`);
    if (!found) return { status: 404, json: { ErrorMessage: 'Object not found' } };
    Object.assign(found, body);
    return { status: 200, json: { Count: 1, Data: [found], Total: 1 } };
  },
};
