import { readableBody } from '../../providers/as-enqueued.ts';
import { exampleProvider, manifestOf } from '../../providers/manifests.ts';
import type { RefusalReason, Verdict, VerifyContext, WebhookRequest } from '../../providers/provider.ts';
import { verifiersWith } from '../../providers/verifiers.ts';
import { collect, type MakeCommand, positiveNumber } from '../command.ts';
import { mustNotBeMisspelt, providerOption, unknownProvider } from '../given.ts';
import { verificationKeysOf } from '../keys-of.ts';
import { exitCodes, Problem } from '../problem.ts';
import { readFile } from '../read-file.ts';
import { readHeaders } from '../read-headers.ts';
import { parseMoment } from '../ui/moments.ts';
import { refusalLines } from '../ui/refusal-lines.ts';
import { paint, print, printJson, type Terminal } from '../ui/terminal.ts';
import { usualCauses } from '../ui/usual-causes.ts';
import { likelyMistake } from '../verify/likely-mistake.ts';

type VerifyOptions = {
  readonly provider: string;
  readonly headers?: string;
  readonly body: string;
  readonly key?: readonly string[];
  readonly url?: string;
  readonly at?: string;
  readonly tolerance?: number;
  readonly json?: boolean;
};

export const verifyCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      `verify --provider ${exampleProvider} --headers headers.txt --body body.json --key key.txt`,
      `verify --provider ${exampleProvider} --headers headers.json --body body.json --key key.txt --at 2026-01-31T12:00:00Z`,
      `verify --provider ${exampleProvider} --headers headers.txt --body body.json --tolerance 999999999`,
    ])
    .addOption(providerOption().makeOptionMandatory())
    .option('--headers <file>', 'file with the headers: a JSON object, or "Name: value" lines')
    .requiredOption('--body <file>', 'file with the body, byte for byte')
    .option(
      '--key <key>',
      'verification key, or a file with it; can be repeated (default: the local key)',
      collect,
    )
    .option('--url <url>', 'webhook URL as entered at the provider; some providers sign it')
    .option('--at <time>', 'check as of this time: an ISO time, or -10m (default: now)')
    .option('--tolerance <seconds>', 'how far the signed time may differ from now', positiveNumber)
    .withJson()
    .action((options: VerifyOptions) => finish(verify(options, terminal)));

async function verify(options: VerifyOptions, terminal: Terminal): Promise<number> {
  mustNotBeMisspelt(options.provider);
  const verifier = verifiersWith([options.provider])(options.provider);
  if (!verifier) throw unknownProvider(options.provider);
  const request = requestFrom(options);
  const context: VerifyContext = {
    keys: verificationKeysOf(options.provider, options.key),
    now: options.at === undefined ? new Date() : parseMoment(options.at, new Date()),
    toleranceSeconds: options.tolerance ?? manifestOf(options.provider)?.toleranceSeconds ?? 300,
  };
  const verdict = await judged(() => verifier.verify(request, context));
  if (!verdict.genuine && verifier.isTest?.(request)) return reportTest(options, terminal);
  const advice = verdict.genuine
    ? undefined
    : await adviceOn(verdict.reason, () => likelyMistake(verifier, request, context));
  if (options.json) printJson(terminal, { ...verdict, ...(advice && { advice }) });
  else if (verdict.genuine) print(terminal, paint('green', 'genuine', terminal));
  else print(terminal, ...refusalLines(verdict.reason, advice, terminal));
  return verdict.genuine ? 0 : exitCodes.no;
}

/** Anybody can sign it, so it is not genuine; the receiver answers it and does nothing. */
function reportTest({ json }: VerifyOptions, terminal: Terminal): number {
  if (json) printJson(terminal, { genuine: false, isTest: true });
  else print(terminal, 'the test of a new webhook: it is answered with 200, and has no effect');
  return 0;
}

function requestFrom({ provider, headers, body, url }: VerifyOptions): WebhookRequest {
  const manifest = manifestOf(provider);
  if (manifest?.signsUrl && url === undefined)
    throw new Problem(
      `${manifest.title} signs the URL that it posts to: add it with --url, exactly as entered at the provider`,
      exitCodes.usage,
    );
  const bytes = readFile(body);
  return {
    headers: headers === undefined ? {} : readHeaders(headers),
    body: readableBody(manifest ?? {}, bytes) ?? bytes,
    ...(url !== undefined && { urls: [url] }),
  };
}

/** The signature of a late request was valid, so there is no other mistake to look for. */
async function adviceOn(
  reason: RefusalReason,
  findMistake: () => Promise<string | undefined>,
): Promise<string> {
  const isLate = reason === 'timestamp-stale' || reason === 'timestamp-in-future';
  return (isLate ? undefined : await findMistake()) ?? usualCauses[reason];
}

async function judged(judge: () => Verdict | Promise<Verdict>): Promise<Verdict> {
  try {
    return await judge();
  } catch (error) {
    throw new Problem(
      `cannot verify the request: ${error instanceof Error ? error.message : String(error)}`,
      exitCodes.failure,
    );
  }
}
