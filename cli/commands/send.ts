import { randomBytes } from 'node:crypto';
import { PublishCommand } from '@aws-sdk/client-sns';
import { outputs, webhookUrlOutput } from '../../lib/outputs.ts';
import { exampleProvider, manifestOf, providerNames, topicProvider } from '../../providers/manifests.ts';
import type { SimulatedEvent, Simulator } from '../../providers/simulator.ts';
import { simulatorOf } from '../../providers/simulators.ts';
import { collect, command, type MakeCommand, positiveNumber, type StackOptions } from '../command.ts';
import { signingKeyOf } from '../keys-of.ts';
import { post } from '../post.ts';
import { exitCodes, Problem } from '../problem.ts';
import { openTarget } from '../target.ts';
import { parseMoment } from '../ui/moments.ts';
import { paint, print, printJson, type Terminal } from '../ui/terminal.ts';

type SendOptions = StackOptions & {
  readonly to: readonly string[];
  readonly message?: string;
  readonly at?: string;
  readonly times: number;
  readonly batch: number;
  readonly url?: string;
  readonly key?: string;
};

export const sendCommand: MakeCommand = ({ terminal, finish }) =>
  command('send', 'play a provider: deliver a realistic, correctly signed event', [
    `send ${exampleProvider} hard_bounce --to a@example.com --message m1`,
    `send ${exampleProvider} delivered --message m1 --at -10m`,
    `send ${exampleProvider} open --times 5`,
    `send ${topicProvider.name} hard_bounce --to a@example.com --to b@example.com --message m2`,
    `send ${exampleProvider} delivered --url https://…/webhooks/${exampleProvider} --key signing-key.txt`,
  ])
    .argument('<provider>', providerNames.join(', '))
    .argument('<type>', 'hard_bounce, delivered, open, …')
    .option('--to <address>', 'recipient; may be given several times', collect)
    .option('--message <id>', 'message id; made up when absent')
    .option('--at <time>', 'when it happened: an ISO time, or -10m, +1h')
    .option('--times <n>', 'deliver the same event so many times', positiveNumber, 1)
    .option('--batch <n>', 'so many recipients, reported together', positiveNumber, 1)
    .option('--url <url>', 'another webhook URL than that of the local stack')
    .option('--key <key>', 'what to sign with: a text, or a file that has it')
    .withStack()
    .withJson()
    .action((provider: string, kind: string, options: Omit<SendOptions, 'to'> & { to?: string[] }) =>
      finish(send(provider, kind, { ...options, to: options.to ?? ['ana@example.com'] }, terminal)),
    );

type Delivery = { readonly status: number; readonly milliseconds: number };

/** Plays the provider: builds what it would send, signs it as it would, and delivers it the way it would. */
async function send(
  provider: string,
  kind: string,
  options: SendOptions,
  terminal: Terminal,
): Promise<number> {
  const simulator = await simulatorOf(provider);
  if (!simulator)
    throw new Problem(`no provider "${provider}"; there are ${providerNames.join(', ')}`, exitCodes.usage);
  if (!simulator.kinds.includes(kind)) {
    throw new Problem(
      `${provider} reports no "${kind}"; it reports ${simulator.kinds.join(', ')}`,
      exitCodes.usage,
    );
  }
  const event: SimulatedEvent = {
    kind,
    to: recipientsOf(options),
    messageId: options.message ?? `trial-${randomBytes(4).toString('hex')}`,
    at: options.at === undefined ? new Date() : parseMoment(options.at, new Date()),
  };
  const deliver = await delivererFor(provider, simulator, options);
  const deliveries: Delivery[] = [];
  for (const payload of simulator.payloadsOf([event]))
    deliveries.push(...(await repeat(options.times, deliver(payload))));
  report(provider, event, deliveries, options, terminal);
  return deliveries.every(({ status }) => status === 200) ? 0 : exitCodes.no;
}

/** A batch goes to addresses of its own: ana@example.com becomes ana+1@example.com, ana+2@example.com. */
function recipientsOf({ to, batch }: SendOptions): string[] {
  if (batch === 1) return [...to];
  return to.flatMap((address) =>
    Array.from({ length: batch }, (_, index) => address.replace(/(?=@)|$/, `+${index + 1}`)),
  );
}

type Deliver = () => Promise<number>;

async function delivererFor(
  provider: string,
  simulator: Simulator,
  options: SendOptions,
): Promise<(payload: Buffer) => Deliver> {
  if (manifestOf(provider)?.transport === 'topic') {
    if (options.url)
      throw new Problem(
        `${provider} publishes to the topic and has no URL; use --stack NAME`,
        exitCodes.usage,
      );
    const target = await openTarget(options);
    const TopicArn = target.output(outputs.sesTopicArn);
    return (payload) => async () => {
      const published = await target.sns.send(new PublishCommand({ TopicArn, Message: payload.toString() }));
      return published.$metadata.httpStatusCode ?? 0;
    };
  }
  if (options.url !== undefined && options.key === undefined) {
    throw new Problem(
      '--url needs --key: a stack elsewhere does not know the keys of the local one',
      exitCodes.usage,
    );
  }
  const signingKey = signingKeyOf(provider, options.key);
  const url = options.url ?? (await openTarget(options)).output(webhookUrlOutput(provider));
  // The same bytes each time, as when a provider tries again.
  return (payload) => {
    const request = simulator.sign(payload, signingKey, new Date());
    return () => post(url, request);
  };
}

async function repeat(times: number, deliver: Deliver): Promise<Delivery[]> {
  const deliveries: Delivery[] = [];
  for (let time = 0; time < times; time += 1) deliveries.push(await timed(deliver));
  return deliveries;
}

async function timed(deliver: Deliver): Promise<Delivery> {
  const start = performance.now();
  const status = await deliver();
  return { status, milliseconds: Math.round(performance.now() - start) };
}

function report(
  provider: string,
  { kind, to, messageId, at }: SimulatedEvent,
  deliveries: readonly Delivery[],
  { json }: SendOptions,
  terminal: Terminal,
): void {
  if (json) {
    printJson(terminal, { provider, kind, messageId, to, at: at.toISOString(), deliveries });
    return;
  }
  for (const { status, milliseconds } of deliveries) {
    const answer = paint(status === 200 ? 'green' : 'red', String(status), terminal);
    print(
      terminal,
      `${answer}  ${provider} ${kind}  ${to.join(', ')}  ${paint('dim', `${milliseconds} ms`, terminal)}`,
    );
  }
  print(terminal, paint('dim', `What became of it: npm run mailfold -- status ${messageId}`, terminal));
}
