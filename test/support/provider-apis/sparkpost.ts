import type { ProviderApi } from './stand-in.ts';

/** Posts an empty batch when a webhook is saved, and saves it only if that is answered with 200. */
export const sparkpostApi: ProviderApi = {
  provider: 'sparkpost',
  apiKey: 'sparkpost-key',
  isAuthorized: ({ headers }, apiKey) => headers.authorization === apiKey,
  unauthorized: { errors: [{ message: 'Unauthorized.' }] },
  async answer({ method, path, body }, { webhooks, check }) {
    if (path === '/webhooks' && method === 'GET') return { status: 200, json: { results: webhooks } };
    const found = webhooks.find(({ id }) => path.startsWith(`/webhooks/${id}`));
    if (path !== '/webhooks' && !found)
      return { status: 404, json: { errors: [{ message: 'resource not found' }] } };
    const webhook = found ?? { id: `sp-${webhooks.length + 1}` };
    const isTest = path.endsWith('/validate');
    const { target, auth_credentials } = isTest ? webhook : body;
    const { username, password } = auth_credentials as Record<string, string>;
    const status = await check(String(target), `${username}:${password}`);
    if (isTest)
      return { status: 200, json: { results: { msg: 'Test POST', response: { status, body: '' } } } };
    if (status !== 200)
      return { status: 400, json: { errors: [{ message: `target answered ${status} to the test` }] } };
    Object.assign(webhook, body);
    if (!found) webhooks.push(webhook);
    return { status: 200, json: { results: { id: webhook['id'] } } };
  },
};
