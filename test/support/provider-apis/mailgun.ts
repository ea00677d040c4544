import type { ProviderApi } from './stand-in.ts';

const webhooksPath = '/v3/domains/example.com/webhooks';

/** `webhooks` holds one entry per type: `{ id, urls }`. */
export const mailgunApi: ProviderApi = {
  provider: 'mailgun',
  apiKey: 'private-key',
  isAuthorized: ({ headers }, apiKey) =>
    headers.authorization === `Basic ${Buffer.from(`api:${apiKey}`).toString('base64')}`,
  unauthorized: { message: 'Invalid private key' },
  async answer({ method, path, body }, { webhooks, keys, post }) {
    if (path === '/v5/accounts/http_signing_key')
      return { status: 200, json: { message: 'success', http_signing_key: keys.verificationKey } };
    if (!path.startsWith(webhooksPath))
      return { status: 404, json: { message: 'Domain not found: nowhere.com' } };
    if (path === webhooksPath && method === 'GET')
      return {
        status: 200,
        json: { webhooks: Object.fromEntries(webhooks.map(({ id, urls }) => [id, { urls }])) },
      };
    const urls = (body['url'] ?? []) as string[];
    if (path === webhooksPath) {
      const [id] = body['id'] as string[];
      if (webhooks.some((each) => each['id'] === id))
        return { status: 400, json: { message: 'Webhook already exists' } };
      webhooks.push({ id, urls });
      return { status: 200, json: { message: 'Webhook has been created', webhook: { urls } } };
    }
    if (path.endsWith('/test')) {
      await post(urls[0] ?? '');
      return { status: 200, json: { code: 200, message: 'OK' } };
    }
    const found = webhooks.find(({ id }) => path === `${webhooksPath}/${id}`);
    if (!found || urls.length > 3) return { status: 400, json: { message: 'at most 3 URLs' } };
    found['urls'] = urls;
    return { status: 200, json: { message: 'Webhook has been updated', webhook: { urls } } };
  },
};
