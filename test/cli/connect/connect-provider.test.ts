import { describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../cli/connect/api-client.ts';
import { ApiRefusal } from '../../../cli/connect/api-client.ts';
import { type ConnectPorts, connectProvider } from '../../../cli/connect/connect-provider.ts';
import type { ApiCall, Connection, ListedWebhook } from '../../../providers/connection.ts';

const url = 'https://api.example/webhooks/pigeon';

/** A provider that has nothing special, and what a test says otherwise. */
function aConnection(special: Partial<Connection> = {}): Connection {
  return {
    apiKey: { looksLike: 'a key', variable: 'PIGEON_KEY' },
    apiUrl: 'https://pigeon.example',
    headersOf: () => ({}),
    list: () => ({ method: 'GET', path: '/hooks' }),
    readList: (answer) => ({ webhooks: (answer ?? []) as ListedWebhook[] }),
    create: ({ kind, key }) => ({ method: 'POST', path: '/hooks', json: { kind, key } }),
    update: ({ id }, { kind, key }) => ({ method: 'PUT', path: `/hooks/${id}`, json: { kind, key } }),
    idIn: (answer) => (answer as { id?: string } | undefined)?.id,
    key: { source: 'chosen', form: 'user:password' },
    orTestBy: 'send a mail',
    ...special,
  };
}

type Answers = (call: ApiCall) => unknown;

async function connecting(
  connection: Connection,
  answers: Answers,
  given: { stored?: string[]; pasted?: string; dryRun?: boolean; replace?: boolean } = {},
) {
  const done: string[] = [];
  const hidden: string[] = [];
  const api: ApiClient = {
    async send(call) {
      done.push(`${call.method} ${call.path}`);
      return answers(call);
    },
    hide: (secret) => hidden.push(secret),
    masked: (text) => text,
  };
  const shown: string[] = [];
  const ports: ConnectPorts = {
    api,
    storedKeys: given.stored ?? [],
    async storeKey(key) {
      done.push(`store ${key}`);
      return `print of ${key}`;
    },
    async askForKey(where) {
      done.push(`ask for ${where}`);
      return given.pasted;
    },
    onCall: (call, does) => shown.push(`${call.method} ${call.path}: ${does}`),
  };
  const { replace = false, dryRun = false } = given;
  const wish = { title: 'Pigeon Post', url, options: {}, replace, dryRun };
  return { connected: await connectProvider(connection, wish, ports), done, hidden, shown };
}

const nothingListed: Answers = ({ method }) => (method === 'GET' ? [] : { id: 'w1' });
const listed =
  (...webhooks: Partial<ListedWebhook>[]): Answers =>
  ({ method }) =>
    method === 'GET' ? webhooks.map((each) => ({ id: 'w1', url, raw: {}, ...each })) : {};

describe('a password that we choose', () => {
  it('is stored before the webhook exists, and shown nowhere', async () => {
    const { connected, done, hidden } = await connecting(aConnection(), nothingListed);
    expect(done).toEqual([
      'GET /hooks',
      expect.stringMatching(/^store mailfold:[0-9a-f]{48}$/),
      'POST /hooks',
    ]);
    expect(connected).toMatchObject({ created: 1, updated: 0, id: 'w1', wish: { key: hidden[0] } });
  });

  it('stays when provider and stack both have it', async () => {
    const answers = listed({ key: 'me:old' });
    const { connected } = await connecting(aConnection(), answers, { stored: ['x:y', 'me:old'] });
    expect(connected).toMatchObject({ created: 0, updated: 1, key: 'print of me:old' });
  });

  it('is replaced when the stack does not have it', async () => {
    const { connected } = await connecting(aConnection(), listed({ key: 'me:old' }), { stored: ['x:y'] });
    expect(connected.wish.key).not.toBe('me:old');
  });

  it('has no user where the provider sends a token', async () => {
    const token = aConnection({ key: { source: 'chosen', form: 'token' } });
    const { connected } = await connecting(token, nothingListed);
    expect(connected.wish.key).toMatch(/^[0-9a-f]{48}$/);
  });
});

describe('a key that the provider tells', () => {
  const told = (special: object = {}) =>
    aConnection({
      key: {
        source: 'told',
        call: (id) => ({ method: 'GET', path: `/hooks/${id}/key` }),
        read: (answer) => (answer as { key?: string } | undefined)?.key,
        isAt: 'Settings',
        ...special,
      },
      enable: (id) => ({ method: 'PUT', path: `/hooks/${id}/on` }),
    });
  const answers: Answers = ({ path, method }) => {
    if (path === '/hooks') return method === 'GET' ? [] : { id: 'w1' };
    return { key: 'secret' };
  };

  it('is stored before the webhook is switched on', async () => {
    const { connected, done } = await connecting(told(), answers);
    expect(done).toEqual([
      'GET /hooks',
      'POST /hooks',
      'GET /hooks/w1/key',
      'store secret',
      'PUT /hooks/w1/on',
    ]);
    expect(connected.key).toBe('print of secret');
  });

  it('need not be asked for when the answer to the creation has it', async () => {
    const { done } = await connecting(told({ inAnswer: () => 'at once' }), answers);
    expect(done).toEqual(['GET /hooks', 'POST /hooks', 'store at once', 'PUT /hooks/w1/on']);
  });

  it.each([400, 403, 404])('can be pasted when the API answers %i', async (status) => {
    const refusing: Answers = (call) => {
      if (call.path.endsWith('/key')) throw new ApiRefusal(status, call, '');
      return answers(call);
    };
    const { done } = await connecting(told(), refusing, { pasted: 'by hand' });
    expect(done.slice(2)).toEqual([
      'GET /hooks/w1/key',
      'ask for Settings',
      'store by hand',
      'PUT /hooks/w1/on',
    ]);
    const nobody = await connecting(told(), refusing);
    // Without a key its events would be refused, so it stays switched off.
    expect(nobody.done.slice(2)).toEqual(['GET /hooks/w1/key', 'ask for Settings']);
    expect(nobody.connected).not.toHaveProperty('key');
  });

  it('is the stored one when the webhook exists, unless there are several', async () => {
    const silent = told({ call: undefined, read: undefined });
    const existing: Answers = (call) => (call.path === '/hooks' ? listed({})(call) : {});
    const { done } = await connecting(silent, existing, { stored: ['old'] });
    expect(done).toEqual(['GET /hooks', 'PUT /hooks/w1', 'store old', 'PUT /hooks/w1/on']);
    const several = await connecting(silent, existing, { stored: ['old', 'older'], pasted: 'older' });
    expect(several.done.slice(2, 4)).toEqual(['ask for Settings', 'store older']);
    const created = await connecting(silent, answers, { stored: ['old'], pasted: 'new' });
    expect(created.done.slice(2, 4)).toEqual(['ask for Settings', 'store new']);
  });

  it('is not asked for by a dry run, which only reads', async () => {
    const { done, shown } = await connecting(told(), answers, { dryRun: true });
    expect(done).toEqual(['GET /hooks']);
    expect(shown).toEqual([
      'GET /hooks: lists webhooks',
      'POST /hooks: creates the webhook',
      'GET /hooks/ID/key: gets the signing key',
      'PUT /hooks/ID/on: switches the webhook on',
    ]);
  });
});

describe('a webhook that exists', () => {
  it.each([`${url}/`, url.replace('//', '//user:password@'), `${url}?token=1`])(
    'is the same in another spelling: %s',
    async (spelling) => {
      const { connected } = await connecting(aConnection(), listed({ url: spelling }));
      expect(connected).toMatchObject({ created: 0, updated: 1 });
    },
  );

  it('of another program stays as it is', async () => {
    const { done } = await connecting(aConnection(), listed({ url: 'https://other.example/hook' }));
    expect(done).toContain('POST /hooks');
  });

  it('is not replaced without a word, where there can be only one for each kind', async () => {
    const single = aConnection({ kinds: ['open', 'bounce'], hasOneUrlPerKind: true });
    const answers = listed({ kind: 'bounce', url: 'https://user:secret@other.example/hook' });
    await expect(connecting(single, answers)).rejects.toThrow(
      'Pigeon Post posts "bounce" to other.example, and has one URL for each kind of event; --replace takes it over',
    );
    const { connected, done } = await connecting(single, answers, { replace: true });
    expect(connected).toMatchObject({ created: 1, updated: 1 });
    expect(done.slice(2)).toEqual(['POST /hooks', 'PUT /hooks/w1']);
  });

  it('counts towards the limit of the account', async () => {
    const limited = aConnection({
      readList: (answer) => ({ webhooks: answer as ListedWebhook[], mostPerAccount: 1 }),
    });
    const answers = listed({ url: 'https://other.example/hook' });
    await expect(connecting(limited, answers)).rejects.toThrow('which is all that this account may have');
    expect((await connecting(limited, listed({}))).connected.updated).toBe(1);
  });
});

describe('what the provider refuses', () => {
  const refusing =
    (status: number): Answers =>
    (call) => {
      throw new ApiRefusal(status, call, 'its words');
    };

  it('is told with what was expected', async () => {
    const named = aConnection({ options: [{ name: 'domain', does: 'sending domain' }] });
    await expect(connecting(named, refusing(403))).rejects.toThrow(
      'Pigeon Post refused the key (403): its words; expected a key',
    );
    await expect(connecting(named, refusing(404))).rejects.toThrow(
      'Pigeon Post answered GET /hooks with 404: its words; check --domain',
    );
    await expect(connecting(named, refusing(500))).rejects.toThrow(
      'Pigeon Post answered GET /hooks with 500: its words',
    );
  });

  it('is an empty list at providers that have no other word for it', async () => {
    const shy = aConnection({ isEmptyListMissing: true, readList: () => ({ webhooks: [] }) });
    const answers: Answers = (call) => {
      if (call.method === 'GET') throw new ApiRefusal(404, call, '');
      return { id: 'w1' };
    };
    expect((await connecting(shy, answers)).connected.created).toBe(1);
  });
});

describe('what other calls need', () => {
  const looking = aConnection({
    lookUp: {
      call: () => ({ method: 'GET', path: '/domains' }),
      read(answer) {
        const [id] = answer as string[];
        if (!id) throw new Error('no domain');
        return { 'domain-id': id };
      },
    },
    list: ({ 'domain-id': id }) => ({ method: 'GET', path: `/hooks?domain=${id}` }),
  });

  it('is looked up first', async () => {
    const { done } = await connecting(looking, ({ path }) => (path === '/domains' ? ['d7'] : []));
    expect(done.slice(0, 2)).toEqual(['GET /domains', 'GET /hooks?domain=d7']);
  });

  it('must be there', async () => {
    await expect(connecting(looking, () => [])).rejects.toThrow('Pigeon Post: no domain');
  });
});
