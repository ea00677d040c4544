import { randomBytes } from 'node:crypto';
import type { ApiCall, Connection, WebhookWish } from '../../providers/connection.ts';
import { exitCodes, Problem } from '../problem.ts';
import { type ApiClient, ApiRefusal, unreachable } from './api-client.ts';
import { type PlannedWebhook, planWebhooks } from './plan.ts';

/** What the engine needs besides the provider's description. */
export type ConnectPorts = {
  readonly api: ApiClient;
  /** The keys that the stack has for the provider. */
  readonly storedKeys: readonly string[];
  /** Stores a key. Returns its fingerprint. */
  storeKey(key: string): Promise<string>;
  /** Asks for the key of the webhook; undefined when there is nobody to ask. */
  askForKey(where: string): Promise<string | undefined>;
  /** Gets each call, before it is made or instead. */
  onCall(call: ApiCall, does: string): void;
};

export type ConnectWish = {
  readonly title: string;
  readonly url: string;
  readonly options: Readonly<Record<string, string>>;
  readonly replace: boolean;
  /** Make no call that changes anything. */
  readonly dryRun: boolean;
};

export type Connected = {
  readonly created: number;
  readonly updated: number;
  /** The id of the webhook, where there is only one. */
  readonly id?: string;
  /** The fingerprint of its key; absent when nobody told the key. */
  readonly key?: string;
  readonly wish: WebhookWish;
};

/** Stands in a dry run for what only a call would tell. */
const unknownId = 'ID';

/** Creates or updates the webhook, and stores the key that its requests are verified with. */
export async function connectProvider(
  connection: Connection,
  given: ConnectWish,
  ports: ConnectPorts,
): Promise<Connected> {
  const calls = callsWith(connection, given, ports);
  const options = { ...given.options, ...(await found(connection, given, calls)) };
  const listed = await calls.list(connection.list(options));
  const plan = planWebhooks(listed, options, { connection, ...given });
  const key = chosenKey(connection, plan, ports.storedKeys);
  ports.api.hide(key);
  // Before the webhook exists: some providers post a test at once, and drop it for good when it is refused.
  const early = key !== '' && !given.dryRun ? await ports.storeKey(key) : undefined;
  const wish = { url: given.url, options, key, kind: '' };
  let id: string | undefined;
  let told: string | undefined;
  for (const { kind, webhook } of plan) {
    const own = { ...wish, kind };
    const about = kind === '' ? 'the webhook' : `the webhook for ${kind}`;
    const answer = webhook
      ? await calls.change(connection.update(webhook, own), `updates ${about}`)
      : await calls.change(connection.create(own), `creates ${about}`);
    id = connection.idIn(answer) ?? webhook?.id;
    told ??= connection.key.source === 'told' ? connection.key.inAnswer?.(answer) : undefined;
  }
  const isNew = plan.some(({ webhook }) => !webhook);
  const late = await toldKey(connection, { id: id ?? unknownId, told, isNew, options }, given, calls, ports);
  if (connection.enable && (late !== undefined || given.dryRun))
    await calls.change(connection.enable(id ?? unknownId, wish), 'switches the webhook on');
  const created = plan.filter(({ webhook }) => !webhook).length;
  const stored = early ?? late;
  return {
    created,
    updated: plan.length - created,
    ...(id !== undefined && !connection.kinds && { id }),
    ...(stored !== undefined && { key: stored }),
    wish,
  };
}

type Calls = {
  read(call: ApiCall): Promise<unknown>;
  /** Undefined when the provider does not tell it. */
  readKey(call: ApiCall): Promise<unknown>;
  list(call: ApiCall): Promise<unknown>;
  change(call: ApiCall, does: string): Promise<unknown>;
};

function callsWith(
  connection: Connection,
  { title, dryRun }: ConnectWish,
  { api, onCall }: ConnectPorts,
): Calls {
  const send = async (call: ApiCall) => {
    try {
      return await api.send(call);
    } catch (error) {
      throw error instanceof ApiRefusal ? problemOf(error, connection, title) : error;
    }
  };
  return {
    async read(call) {
      onCall(call, 'asks');
      return send(call);
    },
    async list(call) {
      onCall(call, 'lists webhooks');
      try {
        return await api.send(call);
      } catch (error) {
        if (error instanceof ApiRefusal && error.status === 404 && connection.isEmptyListMissing) return {};
        throw error instanceof ApiRefusal ? problemOf(error, connection, title) : error;
      }
    },
    async readKey(call) {
      onCall(call, 'gets the signing key');
      try {
        return dryRun ? undefined : await api.send(call);
      } catch (error) {
        const isUntold = error instanceof ApiRefusal && [400, 403, 404].includes(error.status);
        if (isUntold && call.method === 'GET') return undefined;
        throw error instanceof ApiRefusal ? problemOf(error, connection, title) : error;
      }
    },
    async change(call, does) {
      onCall(call, does);
      return dryRun ? undefined : send(call);
    },
  };
}

async function found(connection: Connection, { options, title }: ConnectWish, calls: Calls) {
  if (!connection.lookUp) return {};
  const answer = await calls.read(connection.lookUp.call(options));
  try {
    return connection.lookUp.read(answer, options);
  } catch (error) {
    throw new Problem(`${title}: ${error instanceof Error ? error.message : String(error)}`, exitCodes.no);
  }
}

/** A key that the provider and the stack both have is kept, so that connecting again changes nothing. */
function chosenKey(
  { key }: Connection,
  plan: readonly PlannedWebhook[],
  storedKeys: readonly string[],
): string {
  if (key.source !== 'chosen') return '';
  const kept = plan
    .map(({ webhook }) => webhook?.key)
    .find((each) => each !== undefined && storedKeys.includes(each));
  const secret = randomBytes(24).toString('hex');
  return kept ?? (key.form === 'token' ? secret : `mailfold:${secret}`);
}

type Told = {
  readonly id: string;
  readonly told: string | undefined;
  /** Whether the webhook was created just now. */
  readonly isNew: boolean;
  readonly options: WebhookWish['options'];
};

/** Stores the key that the provider tells, or that a person pastes. Returns its fingerprint. */
async function toldKey(
  { key }: Connection,
  { id, told, isNew, options }: Told,
  { dryRun }: ConnectWish,
  calls: Calls,
  ports: ConnectPorts,
): Promise<string | undefined> {
  if (key.source !== 'told') return undefined;
  const answer = told === undefined && key.call ? await calls.readKey(key.call(id, options)) : undefined;
  if (dryRun) return undefined;
  const found =
    told ?? key.read?.(answer) ?? keptKey(isNew, ports.storedKeys) ?? (await ports.askForKey(key.isAt));
  return found ? ports.storeKey(found) : undefined;
}

/** An existing webhook has its key since it was made. With several stored keys, nobody knows which one that is. */
function keptKey(isNew: boolean, storedKeys: readonly string[]): string | undefined {
  return isNew || storedKeys.length !== 1 ? undefined : storedKeys[0];
}

function problemOf(refusal: ApiRefusal, { apiKey, options = [] }: Connection, title: string): Problem {
  const { status, message, call } = refusal;
  if (status === unreachable)
    return new Problem(`${message}; nothing was changed by this call`, exitCodes.failure);
  const said = message === '' ? '' : `: ${message}`;
  if (status === 401 || status === 403)
    return new Problem(
      `${title} refused the key (${status})${said}; expected ${apiKey.looksLike}`,
      exitCodes.failure,
    );
  const names = options.map(({ name }) => `--${name}`).join(', ');
  const hint = status === 404 && names !== '' ? `; check ${names}` : '';
  return new Problem(
    `${title} answered ${call.method} ${call.path} with ${status}${said}${hint}`,
    exitCodes.failure,
  );
}
