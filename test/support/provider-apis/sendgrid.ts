import type { ProviderApi } from './stand-in.ts';

const settings = '/v3/user/webhooks/event/settings';

export const sendgridApi: ProviderApi = {
  provider: 'sendgrid',
  apiKey: 'SG.full-access-key',
  isAuthorized: ({ headers }, apiKey) => headers.authorization === `Bearer ${apiKey}`,
  unauthorized: { errors: [{ message: 'authorization required', field: null }] },
  async answer({ method, path, body }, { webhooks, keys, post }) {
    if (path === `${settings}/all`) return { status: 200, json: { max_allowed: 2, webhooks } };
    if (path === settings && method === 'POST') {
      const webhook = { id: `w${webhooks.length + 1}`, ...body };
      webhooks.push(webhook);
      return { status: 201, json: webhook };
    }
    const found = webhooks.find(({ id }) => path.endsWith(`/${id}`) || body['id'] === id);
    if (!found) return { status: 404, json: { errors: [{ message: 'not found' }] } };
    if (path === `${settings}/signed/${found['id']}`) {
      found['isSigned'] = body['enabled'];
      return { status: 200, json: { id: found['id'], public_key: keys.verificationKey } };
    }
    if (path === '/v3/user/webhooks/event/test') {
      // Without a switched on signature, the test comes without one.
      await post(
        String(body['url']),
        found['isSigned'] ? {} : { 'x-twilio-email-event-webhook-signature': '' },
      );
      return { status: 204 };
    }
    Object.assign(found, body);
    return { status: 200, json: found };
  },
};
