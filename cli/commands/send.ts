import { randomBytes } from 'node:crypto';
import { Argument } from 'commander';
import { type EmailEvent, eventTypes } from '../../core/email-event.ts';
import { webhookUrlOutput } from '../../lib/outputs.ts';
import { checkingProvider, exampleProvider, manifestOf, topicProvider } from '../../providers/manifests.ts';
import type { EndpointCheck, SimulatedEvent, Simulator } from '../../providers/simulator.ts';
import { simulatorOf } from '../../providers/simulators.ts';
import { auditReaderOf } from '../audit-ports.ts';
import { collect, type MakeCommand, positiveNumber, type StackOptions } from '../command.ts';
import { expectedOneOf } from '../did-you-mean.ts';
import { providerArgument, unknownProvider } from '../given.ts';
import { signingKeyOf } from '../keys-of.ts';
import { mailfoldCommand } from '../next-commands.ts';
import { normalizedBy } from '../normalized-by.ts';
import { exitCodes, Problem } from '../problem.ts';
import { publish } from '../publish.ts';
import { sendRequest } from '../send-request.ts';
import { suggest } from '../suggested.ts';
import { openTarget, type Target } from '../target.ts';
import { parseMoment } from '../ui/moments.ts';
import { paint, print, printError, printJson, type Terminal } from '../ui/terminal.ts';
import { untilStored } from '../until-stored.ts';

type SendOptions = StackOptions & {
  readonly to: readonly string[];
  readonly message?: string;
  readonly at?: string;
  readonly times: number;
  readonly batch: number;
  readonly url?: string;
  readonly key?: string;
  readonly wait: boolean;
};

/** Not an event: the requests by which some providers see whether a new URL answers. */
const check = 'check';

/** Longer than a busy machine takes, shorter than a person waits. */
const patienceMillis = 30_000;

export const sendCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      `send ${exampleProvider} hard_bounce --to a@example.com --message m1`,
      `send ${exampleProvider} delivered --message m1 --at -10m`,
      `send ${exampleProvider} open --times 5`,
      `send ${checkingProvider} check`,
      `send ${topicProvider.name} hard_bounce --to a@example.com --to b@example.com --message m2`,
      `send ${exampleProvider} delivered --url https://…/webhooks/${exampleProvider} --key signing-key.txt`,
    ])
    .addArgument(providerArgument('<provider>'))
    .addArgument(
      suggest(
        new Argument(
          '<type>',
          'event type: hard_bounce, delivered, open, …; or check: what the provider sends to a new URL',
        ),
        [...eventTypes, check],
      ),
    )
    .option('--to <address>', 'recipient; can be repeated (default: ana@example.com)', collect)
    .option('--message <id>', 'message id (default: a random one)')
    .option('--at <time>', 'time of the event: an ISO time, or -10m, +1h (default: now)')
    .option('--times <n>', 'send the same event N times', positiveNumber, 1)
    .option('--batch <n>', 'turn each recipient into N, as ana+1@…, ana+2@…, in one event', positiveNumber, 1)
    .option('--url <url>', 'webhook URL to send to, instead of the stack’s own')
    .option('--key <key>', 'signing key, or a file with it (default: the local key)')
    .option('--no-wait', 'do not wait until the event is stored')
    .withStack()
    .withJson()
    .action((provider: string, kind: string, options: Omit<SendOptions, 'to'> & { to?: string[] }) =>
      finish(send(provider, kind, { ...options, to: options.to ?? ['ana@example.com'] }, terminal)),
    );

type Delivery = { readonly status: number; readonly milliseconds: number };

async function send(
  provider: string,
  kind: string,
  options: SendOptions,
  terminal: Terminal,
): Promise<number> {
  const simulator = await simulatorOf(provider);
  if (!simulator) throw unknownProvider(provider);
  const kinds = simulator.checks ? [...simulator.kinds, check] : simulator.kinds;
  if (!kinds.includes(kind)) {
    throw new Problem(
      `unknown event type "${kind}" of ${provider}; ${expectedOneOf(kind, kinds)}`,
      exitCodes.usage,
    );
  }
  if (kind === check) return sendChecks(provider, simulator, options, terminal);
  const event: SimulatedEvent = {
    kind,
    to: recipientsOf(options),
    messageId: options.message ?? `trial-${randomBytes(4).toString('hex')}`,
    at: options.at === undefined ? new Date() : parseMoment(options.at, new Date()),
  };
  const target = options.url === undefined ? await openTarget(options) : undefined;
  const deliver = delivererFor(provider, simulator, options, target);
  const deliveries: Delivery[] = [];
  const payloads = simulator.payloadsOf([event]);
  for (const payload of payloads) deliveries.push(...(await repeat(options.times, deliver(payload))));
  const isAccepted = deliveries.every(({ status }) => status === 200);
  if (!options.json) show(provider, event, deliveries, terminal);
  const events = eventsIn(payloads, provider, simulator);
  // The tables behind a URL are not known.
  const storing = isAccepted && options.wait && target ? await storingOf(events, target) : {};
  // Some providers have no message ids, so that the id of the message is another one.
  const messageId = events[0]?.messageId ?? event.messageId;
  if (options.json)
    printJson(terminal, { ...asJson(provider, { ...event, messageId }, deliveries), ...storing });
  else if (target) showNext(messageId, storing, target, terminal);
  return isAccepted && storing.stored !== false ? 0 : exitCodes.no;
}

/** Sends what the provider sends to a new URL. Every answer must be 200, and nothing is stored. */
async function sendChecks(
  provider: string,
  simulator: Simulator,
  options: SendOptions,
  terminal: Terminal,
): Promise<number> {
  const target = options.url === undefined ? await openTarget(options) : undefined;
  const { url, signingKey } = destinationOf(provider, options, target);
  const checks = simulator.checks?.(signingKey, new Date(), url) ?? [];
  const answers: (Delivery & Pick<EndpointCheck, 'method'>)[] = [];
  for (const each of checks)
    answers.push({ method: each.method, ...(await timed(() => sendRequest(url, each))) });
  if (options.json) printJson(terminal, { provider, kind: check, checks: answers });
  else
    for (const { method, ...delivery } of answers)
      print(terminal, answerLine(`${provider} ${method}`, delivery, terminal));
  return answers.every(({ status }) => status === 200) ? 0 : exitCodes.no;
}

/** The events that the consumer will read from the payloads. */
function eventsIn(payloads: readonly Buffer[], provider: string, simulator: Simulator): EmailEvent[] {
  const transport = manifestOf(provider)?.transport ?? 'webhook';
  const actor = { provider, transport, simulator, signingKey: simulator.makeKeys().signingKey };
  return payloads.flatMap((payload) => normalizedBy(actor, payload).events);
}

/** Empty when nobody waited. */
type Storing = { readonly stored?: boolean; readonly storedAfterMilliseconds?: number };

/** Waits until the consumer has stored the events. */
async function storingOf(events: readonly EmailEvent[], target: Target): Promise<Storing> {
  const millis = await untilStored(events, auditReaderOf(target), patienceMillis);
  return millis === undefined ? { stored: false } : { stored: true, storedAfterMilliseconds: millis };
}

/** In a batch, ana@example.com becomes ana+1@example.com, ana+2@example.com. */
function recipientsOf({ to, batch }: SendOptions): string[] {
  if (batch === 1) return [...to];
  return to.flatMap((address) =>
    Array.from({ length: batch }, (_, index) => address.replace(/(?=@)|$/, `+${index + 1}`)),
  );
}

type Deliver = () => Promise<number>;

/** `target` is undefined when a URL is given. */
function delivererFor(
  provider: string,
  simulator: Simulator,
  options: SendOptions,
  target: Target | undefined,
): (payload: Buffer) => Deliver {
  if (manifestOf(provider)?.transport === 'topic') {
    if (!target)
      throw new Problem(
        `${provider} publishes to an SNS topic and has no URL; choose the stack with --stack NAME`,
        exitCodes.usage,
      );
    return (payload) => () => publish(payload, target);
  }
  const { url, signingKey } = destinationOf(provider, options, target);
  return (payload) => {
    // Signed once: a provider that retries sends the same bytes.
    const request = signedWith(() => simulator.sign(payload, signingKey, new Date(), url), provider);
    return () => sendRequest(url, request);
  };
}

/** The URL to send to, and the key that its stack knows. */
function destinationOf(
  provider: string,
  { url: givenUrl, key }: SendOptions,
  target: Target | undefined,
): { url: string; signingKey: string } {
  if (givenUrl !== undefined && key === undefined)
    throw new Problem(
      '--url needs --key: the stack behind the URL does not accept the local key',
      exitCodes.usage,
    );
  return {
    url: givenUrl ?? target?.output(webhookUrlOutput(provider)) ?? '',
    signingKey: signingKeyOf(provider, key),
  };
}

/** Some providers sign with a key pair, and what was given may not be one. */
function signedWith<Request>(sign: () => Request, provider: string): Request {
  try {
    return sign();
  } catch (error) {
    throw new Problem(
      `cannot sign as ${provider} with this key: ${(error as Error).message}; pass its signing key with --key, or a file with it`,
      exitCodes.usage,
    );
  }
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

function asJson(
  provider: string,
  { kind, messageId, to, at }: SimulatedEvent,
  deliveries: readonly Delivery[],
) {
  return { provider, kind, messageId, to, at: at.toISOString(), deliveries };
}

function show(
  provider: string,
  { kind, to }: SimulatedEvent,
  deliveries: readonly Delivery[],
  terminal: Terminal,
): void {
  for (const delivery of deliveries)
    print(terminal, answerLine(`${provider} ${kind}  ${to.join(', ')}`, delivery, terminal));
}

function answerLine(what: string, { status, milliseconds }: Delivery, terminal: Terminal): string {
  const answer = paint(status === 200 ? 'green' : 'red', String(status), terminal);
  return `${answer}  ${what}  ${paint('dim', `${milliseconds} ms`, terminal)}`;
}

function showNext(
  messageId: string,
  { stored: isStored, storedAfterMilliseconds }: Storing,
  target: Target,
  terminal: Terminal,
): void {
  if (isStored === false)
    printError(
      terminal,
      `accepted, but not stored within ${patienceMillis / 1_000} s; look for the reason: ${mailfoldCommand('doctor', target)}`,
    );
  else if (isStored) print(terminal, paint('dim', `Stored after ${storedAfterMilliseconds} ms.`, terminal));
  print(
    terminal,
    paint('dim', `See its status: ${mailfoldCommand(`status ${messageId}`, target)}`, terminal),
  );
}
