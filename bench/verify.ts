import { createSecretKey } from 'node:crypto';
import type { Verifier, WebhookRequest } from '../providers/provider.ts';
import type { SimulatedEvent, Simulator } from '../providers/simulator.ts';
import { verifiersWith } from '../providers/verifiers.ts';
import { type PlainHmac, plainHmacs } from './baselines/plain-hmac.ts';
import { sendgridLibrary } from './baselines/sendgrid-library.ts';
import { simulatorFor } from './load/simulator-for.ts';
import { cpuRatio, interleaved, type Measured } from './measure.ts';
import { atLeast, type Goal, type Report, type ReportTable, times } from './report.ts';

/** One way to check whether a request is genuine. */
type Check = () => boolean;

const rounds = 25;
/** For each check in each round: long enough to measure, short enough that load on the machine hits all checks. */
const roundMillis = 60;
const now = new Date();
const kilobyte = 1024;

export async function verify(): Promise<Report> {
  const ecdsa = await againstLibrary([1, 100, 768]);
  const hmac = await againstPlainHmac(plainHmacs, [1, 100]);
  return {
    title: 'Verifying a webhook',
    about: `CPU time to verify one genuine request, in microseconds: the median of ${rounds} rounds with all contenders in turn; ratios are the median of the ratios within a round. Ours are the verifiers of the receiver, with the key as the secret holds it.`,
    tables: [ecdsa.table, hmac.table],
    goals: [...ecdsa.goals, ...hmac.goals],
    notes: [
      'The plain HMAC compares one signature under one key, and checks neither the time nor a second key. "Prepared" is the same with its secret as a KeyObject, made once: the remaining difference is the rest of our checks. It is the harder comparison where the secret is bytes, as with Resend and the Standard Webhooks: with bytes in a Buffer, Node takes several times as long.',
      'Mailgun signs a token and not the body, so ours also computes the digest that binds the token to its event, in any order of fields: without it, anybody who has seen one request can forge any other. The digest takes longer than all the rest; against a plain HMAC that computes it too, the difference is small.',
    ],
  };
}

type Part = { readonly table: ReportTable; readonly goals: readonly Goal[] };

async function againstLibrary(sizes: readonly number[]): Promise<Part> {
  const rows: string[][] = [];
  const goals: Goal[] = [];
  for (const size of sizes) {
    const { request, key, ours } = await aCheckOf('sendgrid', size);
    const library = sendgridLibrary(key);
    const [mine, theirs] = await measure([ours, () => library(request)] as const);
    const gain = cpuRatio(theirs, mine);
    rows.push([`${size} KB`, micros(mine), micros(theirs), times(gain)]);
    if (size === 100) goals.push(atLeast('ECDSA, 100 KB, against @sendgrid/eventwebhook', gain, 25));
  }
  const table = {
    caption: 'SendGrid, ECDSA',
    head: ['body', 'ours', '@sendgrid/eventwebhook', 'times cheaper'],
    rows,
  };
  return { table, goals };
}

async function againstPlainHmac(plains: readonly PlainHmac[], sizes: readonly number[]): Promise<Part> {
  const rows: string[][] = [];
  const goals: Goal[] = [];
  for (const plain of plains) {
    const { provider, also } = plain;
    const name = also ? `${provider}, ${also}` : provider;
    for (const size of sizes) {
      const { request, key, ours } = await aCheckOf(provider, size);
      const secret = plain.secretIn(key);
      const prepared = createSecretKey(Buffer.from(secret));
      const [mine, theirs, best] = await measure([
        ours,
        () => plain.check(request, secret),
        () => plain.check(request, prepared),
      ] as const);
      const share = cpuRatio(mine, theirs);
      rows.push([
        name,
        `${size} KB`,
        micros(mine),
        micros(theirs),
        times(share),
        micros(best),
        times(cpuRatio(mine, best)),
      ]);
      goals.push({
        goal: `${name}, ${size} KB, against a plain HMAC: at most ${times(1.2)}`,
        found: times(share),
        isMet: share <= 1.2,
      });
    }
  }
  const head = ['provider', 'body', 'ours', 'plain HMAC', 'ours/plain', 'prepared', 'ours/prepared'];
  return { table: { caption: 'HMAC-SHA256', head, rows }, goals };
}

async function aCheckOf(provider: string, sizeKilobytes: number) {
  const verifier = verifiersWith([])(provider);
  const simulator = await simulatorFor(provider);
  if (!verifier) throw new Error(`expected the name of a provider, found "${provider}"`);
  const { signingKey, verificationKey } = simulator.makeKeys();
  const payload = payloadOf(simulator, sizeKilobytes * kilobyte);
  const url = 'https://example.com';
  const request = { ...simulator.sign(payload, signingKey, now, url), urls: [url] };
  return { request, key: verificationKey, ours: oursOf(verifier, request, verificationKey) };
}

function oursOf(verifier: Verifier, request: WebhookRequest, key: string): Check {
  const context = { now, toleranceSeconds: 300 };
  return () => {
    const verdict = verifier.verify(request, { ...context, keys: [key] });
    return 'genuine' in verdict && verdict.genuine;
  };
}

/** About `bytes` large: with many events if the provider posts them together, else with one large event. */
function payloadOf(simulator: Simulator, bytes: number): Buffer {
  const kind = simulator.kinds.includes('delivered') ? 'delivered' : (simulator.kinds[0] ?? '');
  const anEvent = (number: number): SimulatedEvent => ({
    kind,
    to: [`person${number}@example.com`],
    messageId: `message-${number}`,
    at: now,
  });
  const one = simulator.payloadsOf([anEvent(0)])[0] ?? Buffer.of();
  if (simulator.payloadsOf([anEvent(0), anEvent(1)]).length === 1) {
    const count = Math.max(1, Math.round(bytes / one.length));
    return simulator.payloadsOf(Array.from({ length: count }, (_, number) => anEvent(number)))[0] ?? one;
  }
  const attachment = (number: number) => ({
    url: `https://storage.example.com/v3/attachments/${number}`,
    filename: `invoice-${number}.pdf`,
    'content-type': 'application/pdf',
    size: 1000 + number,
  });
  const count = Math.round((bytes - one.length) / JSON.stringify(attachment(100)).length);
  const attachments = Array.from({ length: Math.max(0, count) }, (_, number) => attachment(number));
  return Buffer.from(JSON.stringify({ ...JSON.parse(one.toString()), attachments }));
}

/** One measurement per check, in the given order. */
async function measure<Checks extends readonly Check[]>(checks: Checks) {
  const counts = checks.map(countFor);
  const contenders = checks.map((check, index) => ({
    name: String(index),
    run: () => repeat(check, counts[index] ?? 1),
  }));
  const measured = (await interleaved(contenders, { rounds, collects: false })).map((found, index) => {
    const count = counts[index] ?? 1;
    const cpuMicrosByRound = found.cpuMicrosByRound.map((cpuMicros) => cpuMicros / count);
    return { ...found, cpuMicros: found.cpuMicros / count, cpuMicrosByRound };
  });
  return measured as { [Index in keyof Checks]: Measured };
}

/** How often a check runs in a round. */
function countFor(check: Check): number {
  for (let count = 1; ; count *= 2) {
    const before = performance.now();
    repeat(check, count);
    const millis = performance.now() - before;
    if (millis > roundMillis / 2) return Math.ceil((count * roundMillis) / millis);
  }
}

function repeat(check: Check, count: number): void {
  for (let index = 0; index < count; index += 1)
    if (!check()) throw new Error('expected the request to be genuine, found it refused');
}

function micros({ cpuMicros }: Measured): string {
  return cpuMicros < 100 ? cpuMicros.toFixed(1) : cpuMicros.toFixed(0);
}
