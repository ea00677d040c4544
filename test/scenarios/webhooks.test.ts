import { hostname } from 'node:os';
import { PassThrough } from 'node:stream';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { ListQueuesCommand } from '@aws-sdk/client-sqs';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../cli/program.ts';
import { announcedId } from '../../fanout/announcement.ts';
import { listenerPrefix, openListener } from '../../fanout/temporary-listener.ts';
import { findAsDeployed } from '../support/as-deployed.ts';
import { commandLine } from '../support/command-line.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';
import { assemblyWith } from '../support/stage-of.ts';
import { eventually } from '../support/wait.ts';
import { aWebhookEndpoint, type ReceivedWebhook, type TestEndpoint } from '../support/webhook-endpoint.ts';
import { wholeProgram } from '../support/whole-program.ts';

let endpoint: TestEndpoint;
let assembly: Awaited<ReturnType<typeof assemblyWith>>;
let stack: LocalStackForTheCommandLine;

// It bundles and starts a stack of its own, which takes long on a loaded machine.
beforeAll(async () => {
  endpoint = await aWebhookEndpoint();
  assembly = await assemblyWith({
    eventBus: true,
    webhooks: [
      { name: 'shop', url: `${endpoint.url}/shop` },
      { name: 'bounces', url: `${endpoint.url}/bounces`, types: ['email.bounced'] },
    ],
    webhookPrivateHosts: [endpoint.host],
  });
  stack = await aStackForTheCommandLine({ assemblyDir: assembly.assemblyDir });
}, 240_000);
afterAll(async () => {
  await stack?.stop();
  await endpoint?.stop();
  assembly?.remove();
});
afterEach(() => {
  endpoint.answer = () => ({ status: 200 });
  stack.faults.intercept = undefined;
});

const fails = { status: 500, body: 'no user gone@example.com \u001b[31m' };

async function send(type: string, message: string): Promise<void> {
  const words = ['send', 'sendgrid', type, '--to', 'gone@example.com', '--message', message];
  const { exitCode, error } = await commandLine(...words);
  expect([exitCode, error]).toEqual([0, '']);
}

/** Those that came to a path, about a message. */
const receivedBy = (path: string, about = '') =>
  endpoint.received.filter((each) => each.path === path && each.body.includes(`"${about}`));

const untilReceived = (path: string, about: string, count = 1): Promise<ReceivedWebhook[]> =>
  eventually(`${count} webhooks about ${about} at ${path}`, () => {
    const found = receivedBy(path, about);
    return found.length >= count && found;
  });

const secretOf = async (name: string) => (await commandLine('webhooks', 'secret', name)).out.trim();

/** What the package of Standard Webhooks makes of a request. Throws if it is not genuine. */
function verified(secret: string, { headers, body }: ReceivedWebhook) {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as {
    type: string;
    data: Record<string, unknown>;
  };
}

const list = async (name: string) =>
  JSON.parse((await commandLine('webhooks', 'list', '--json')).out).find(
    (each: { name: string }) => each.name === name,
  );

/** The ids of all events in the table. */
async function storedIds(): Promise<string[]> {
  const events = (await stack.rows()).filter(({ sortKey }) => String(sortKey).startsWith('E#'));
  return events.map(({ provider, sortKey }) => {
    const [, , id = ''] = String(sortKey).split(' ')[0]?.split('#') ?? [];
    return announcedId(String(provider), id);
  });
}

/** Starts to listen, and says what to wait for: that it listens, and that it has ended. */
function listen(...words: string[]) {
  const terminal = { out: new PassThrough(), error: new PassThrough() };
  let out = '';
  terminal.out.on('data', (text: Buffer) => {
    out += text;
  });
  const ended = run(['listen', ...words], terminal);
  const ready = eventually('the secret', () => out.includes('whsec_'));
  return { ready, ended, out: () => out };
}

describe('an endpoint', () => {
  it('gets new events that it wants, signed as Standard Webhooks says, with its own secret', async () => {
    await send('delivered', 'm1');
    await send('hard_bounce', 'm2');
    const [delivered] = await untilReceived('/shop', 'm1');
    const [bounced] = await untilReceived('/bounces', 'm2');
    if (!delivered || !bounced) throw new Error('expected webhooks');
    const [shop, bounces] = [await secretOf('shop'), await secretOf('bounces')];
    expect(verified(shop, delivered)).toMatchObject({
      type: 'email.delivered',
      data: { id: delivered.headers['webhook-id'], recipient: 'gone@example.com', provider: 'sendgrid' },
    });
    expect(verified(bounces, bounced).type).toBe('email.bounced');
    expect(() => verified(shop, bounced)).toThrow('No matching signature');
    expect(receivedBy('/bounces', 'm1')).toEqual([]);
  });

  it('that fails gets the same event again, byte by byte and with the same id, while another is not held up', async () => {
    endpoint.answer = ({ path }) =>
      path === '/shop' && receivedBy('/shop', 'm3').length < 2 ? fails : { status: 204 };
    await send('hard_bounce', 'm3');
    const tries = await untilReceived('/shop', 'm3', 3);
    expect(tries.map(({ status }) => status)).toEqual([500, 500, 204]);
    expect(new Set(tries.map(({ body }) => body)).size).toBe(1);
    expect(new Set(tries.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    for (const each of tries) verified(await secretOf('shop'), each);
    expect(receivedBy('/bounces', 'm3').map(({ status }) => status)).toEqual([204]);
  });

  it('has a log of each attempt, without the address that its answer repeats', async () => {
    const [tried] = receivedBy('/shop', 'm3');
    const logged = await eventually('three attempts in the log', async () => {
      const { out } = await commandLine('webhooks', 'log', 'shop', '--json');
      const attempts = JSON.parse(out).filter(
        ({ id }: { id: string }) => id === tried?.headers['webhook-id'],
      );
      return attempts.length === 3 && attempts;
    });
    expect(logged.toReversed()).toMatchObject([
      { attempt: 1, status: 500, next: 'retried', answer: 'no user (address) [31m' },
      { attempt: 2, status: 500, next: 'retried' },
      { attempt: 3, status: 204, next: 'delivered' },
    ]);
    const { out } = await commandLine('webhooks', 'log', 'shop');
    expect(out).toMatch(/500, will be tried again/);
    expect(out).not.toContain('gone@example.com');
    expect(out).not.toContain('\u001b');
  });

  it('gets a test, and `webhooks test` shows its answer', async () => {
    expect(await commandLine('webhooks', 'test', 'bounces')).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/^taken: 200 after \d+ ms\n$/),
    });
    endpoint.answer = () => ({ status: 401, body: 'who are you?' });
    expect(await commandLine('webhooks', 'test', 'bounces')).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('not taken: 401, not tried again'),
    });
  });

  it('can be given a new secret, while the old one stays valid until it is finished', async () => {
    const before = await secretOf('shop');
    expect((await commandLine('webhooks', 'rotate', 'shop')).exitCode).toBe(0);
    const after = await secretOf('shop');
    expect(after).not.toBe(before);
    // The sender keeps a secret for a minute, so a function that starts anew is asked.
    for (const pid of stack.function('MailfoldFanOutSender').pids) process.kill(pid, 'SIGKILL');
    await commandLine('webhooks', 'test', 'shop');
    const webhook = endpoint.received.findLast(({ path }) => path === '/shop');
    if (!webhook) throw new Error('expected a webhook');
    for (const secret of [before, after]) expect(verified(secret, webhook).type).toBe('webhook.test');
    expect((await commandLine('webhooks', 'rotate', 'shop')).exitCode).toBe(1);
    expect((await commandLine('webhooks', 'rotate', 'shop', '--finish')).exitCode).toBe(0);
    expect(await secretOf('shop')).toBe(after);
  });
});

describe('an endpoint that has failed for a day', () => {
  it('is paused, keeps its events, and gets them once it is resumed and they are replayed', async () => {
    endpoint.answer = ({ path }) => (path === '/bounces' ? fails : { status: 200 });
    await stack.dynamoDb.send(
      new UpdateCommand({
        TableName: stack.outputs['WebhookDeliveriesTableName'],
        Key: { endpoint: 'bounces', sortKey: 'state' },
        UpdateExpression: 'SET failingSince = :yesterday',
        ExpressionAttributeValues: { ':yesterday': new Date(Date.now() - 25 * 3_600_000).toISOString() },
      }),
    );
    await send('hard_bounce', 'm4');
    await send('hard_bounce', 'm5');
    const paused = await eventually('two events to be set aside', async () => {
      const found = await list('bounces');
      return found.setAside === 2 && found.waiting === 0 && found;
    });
    expect(paused).toMatchObject({ health: 'paused', pausedBecause: 'failing' });
    const shown = await commandLine('webhooks', 'list');
    expect([shown.exitCode, shown.out]).toEqual([
      1,
      expect.stringContaining('mailfold webhooks resume bounces'),
    ]);
    expect(await commandLine('webhooks', 'replay', 'bounces')).toMatchObject({
      exitCode: 1,
      error: expect.stringContaining('the endpoint is paused; resume it first'),
    });

    endpoint.answer = () => ({ status: 200 });
    expect((await commandLine('webhooks', 'test', 'bounces')).exitCode).toBe(0);
    const resumed = await commandLine('webhooks', 'resume', 'bounces');
    expect([resumed.exitCode, resumed.out]).toEqual([
      0,
      expect.stringContaining('2 events of the meantime are set aside'),
    ]);
    expect((await commandLine('webhooks', 'list')).out).toContain(
      'bounces: 2 set aside, because every attempt failed or the endpoint was paused; send them again:',
    );
    expect((await commandLine('webhooks', 'resume', 'bounces')).exitCode).toBe(1);
    const before = receivedBy('/bounces').length;
    expect((await commandLine('webhooks', 'replay', 'bounces')).out).toBe('2 events sent again.\n');
    await eventually('the events that were set aside', () => receivedBy('/bounces').length >= before + 2);
    for (const about of ['m4', 'm5'])
      expect(receivedBy('/bounces', about).map(({ status }) => status)).toContain(200);
    expect(await list('bounces')).toMatchObject({ health: 'delivering', setAside: 0 });
  });

  it('can also be sent all events since a time again, which it knows by their ids', async () => {
    const known = new Set(receivedBy('/bounces').map(({ headers }) => headers['webhook-id']));
    const before = receivedBy('/bounces', 'm2').length;
    const { exitCode, out } = await commandLine('webhooks', 'replay', 'bounces', '--since', '-1h', '--json');
    expect([exitCode, JSON.parse(out)]).toEqual([0, { endpoint: 'bounces', events: 4, unreadable: 0 }]);
    await untilReceived('/bounces', 'm2', before + 1);
    for (const { headers } of receivedBy('/bounces', 'm2')) expect(known).toContain(headers['webhook-id']);
  });
});

describe('the announcer', () => {
  it('tells of every event at least once, though bus and queues refuse and its process is killed', async () => {
    let calls = 0;
    stack.faults.intercept = ({ action }) => {
      if (action !== 'PutEvents' && action !== 'SendMessageBatch') return undefined;
      calls += 1;
      if (calls === 3)
        for (const pid of stack.function('MailfoldFanOutAnnouncer').pids) process.kill(pid, 'SIGKILL');
      // Longer than the announcer tries in one run.
      return calls <= 14 ? { status: 500, body: { __type: 'InternalFailure' } } : undefined;
    };
    await commandLine(
      'storm',
      '--messages',
      '6',
      '--providers',
      'sendgrid,postmark',
      '--duplicates',
      '0.5',
      '--shuffle',
    );
    const ids = await storedIds();
    await eventually('every event at the endpoint', () => {
      const received = new Set(receivedBy('/shop').map(({ headers }) => headers['webhook-id']));
      return ids.every((id) => received.has(id));
    });
    expect(calls).toBeGreaterThan(14);
    expect(ids.length).toBeGreaterThan(10);
  });
});

describe('mailfold listen', () => {
  const sendAll = async (about: string) => {
    for (let n = 0; n < 6; n += 1) await send('hard_bounce', `${about}${n}`);
  };

  /** An endpoint that refuses every third request. */
  const everyThirdTime: TestEndpoint['answer'] = ({ path }) => ({
    status: (receivedBy(path).length + 1) % 3 === 0 ? 503 : 200,
  });

  function listenTo(path: string, ...options: string[]) {
    endpoint.answer = everyThirdTime;
    const forward = ['--forward', `${endpoint.url}${path}`, '--count', '6', '--json'];
    return listen(...forward, '--types', 'email.bounced', ...options);
  }

  function expectAllReceived(path: string, about: string, out: string): void {
    const [{ secret }, ...answers] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (let n = 0; n < 6; n += 1) {
      const received = receivedBy(path, `${about}${n}`);
      expect(received.map(({ status }) => status)).toContain(200);
      for (const each of received) verified(secret, each);
    }
    expect(answers.filter(({ status }: { status: number }) => status === 503).length).toBeGreaterThan(0);
    expect(answers.filter(({ next }: { next: string }) => next === 'delivered')).toHaveLength(6);
  }

  it('forwards every event of the local stack to a program that fails every third time', async () => {
    const { ready, ended, out } = listenTo('/local');
    await ready;
    await sendAll('local-');
    expect(await ended).toBe(0);
    expectAllReceived('/local', 'local-', out());
  });

  it('does the same on a deployed stack, by a rule and a queue that it removes, with those of one that was killed', async () => {
    // What was sent before is on the bus already.
    await untilReceived('/shop', 'local-5');
    const bus = busOf(stack);
    // Left behind by a process that has ended.
    const dead = { host: hostname(), pid: 2 ** 22 + 1 };
    await openListener(bus, undefined, dead, () => new Date());
    // Of a colleague, on another machine.
    const theirs = await openListener(bus, undefined, { host: 'elsewhere', pid: 1 }, () => new Date());
    const forget = findAsDeployed(stack, 'OPERATOR');
    const { ready, ended, out } = listenTo('/deployed', '--stack', stack.stackName);
    await ready.finally(forget);
    expect((await leftOf(stack)).rules).toHaveLength(2);
    await sendAll('deployed-');
    expect(await ended).toBe(0);
    expectAllReceived('/deployed', 'deployed-', out());
    expect(await leftOf(stack)).toMatchObject({ rules: [expect.anything()], queues: [theirs.queueUrl] });
    await theirs.close();
    expect(await leftOf(stack)).toMatchObject({ rules: [], queues: [] });
  });
});

describe('an example in --help of webhooks and listen', async () => {
  const { commands } = await wholeProgram();
  const examples = [...new Set(commands.flatMap(([, command]) => command.examples))];
  const local = (example: string) => example.replace(' --stack Mailfold', '').split(' ');

  it.each(examples.filter((example) => example.startsWith('webhooks ')))(
    'works: mailfold %s',
    async (example) => {
      const { exitCode, error } = await commandLine(...local(example));
      expect([exitCode === 0 || exitCode === 1, error]).toEqual([
        true,
        expect.not.stringContaining('expected'),
      ]);
    },
  );

  it.each(examples.filter((example) => example.startsWith('listen ')))(
    'works: mailfold %s',
    async (example) => {
      const [, ...words] = local(example);
      const { ready, ended } = listen(
        ...words.map((word) => word.replace('http://localhost:3000', endpoint.url)),
        '--count',
        '1',
      );
      await ready;
      await send('hard_bounce', 'example');
      expect(await ended).toBe(0);
    },
  );
});

function busOf({ endpoints, outputs, sqs }: LocalStackForTheCommandLine) {
  const { region, awsEndpoint } = endpoints;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const events = new EventBridge({ region, endpoint: awsEndpoint, credentials });
  return { events, sqs, busName: outputs['EventBusName'] ?? '' };
}

/** The rules and queues of listeners. */
async function leftOf(of: LocalStackForTheCommandLine) {
  const { events, sqs, busName: EventBusName } = busOf(of);
  const { Rules = [] } = await events.listRules({ EventBusName, NamePrefix: listenerPrefix });
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({ QueueNamePrefix: listenerPrefix }));
  return { rules: Rules.map(({ Name }) => Name), queues: QueueUrls };
}
