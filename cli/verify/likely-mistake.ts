import { parseJson } from '../../providers/json.ts';
import type { Verdict, Verifier, VerifyContext, WebhookRequest } from '../../providers/provider.ts';

/** A request as it may have been before something went wrong, and the words for what that was. */
type Guess = { readonly words: string; readonly request?: WebhookRequest; readonly context?: VerifyContext };

/**
 * Finds the mistake behind a refusal by undoing the usual ones, one at a time: the first that makes the request
 * genuine is what happened. Undefined when none does.
 */
export async function likelyMistake(
  verifier: Verifier,
  request: WebhookRequest,
  context: VerifyContext,
): Promise<string | undefined> {
  for (const guess of guesses(request, context)) {
    if (await isGenuine(verifier, guess.request ?? request, guess.context ?? context)) return guess.words;
  }
  return undefined;
}

async function isGenuine(
  verifier: Verifier,
  request: WebhookRequest,
  context: VerifyContext,
): Promise<boolean> {
  try {
    const verdict: Verdict = await verifier.verify(request, context);
    return verdict.genuine;
  } catch {
    // A guess may make a key that cannot be read; then it was not that.
    return false;
  }
}

function* guesses(request: WebhookRequest, context: VerifyContext): Generator<Guess> {
  // A captured request may be late besides; what is looked for here is another mistake.
  const patient = { ...context, toleranceSeconds: Number.POSITIVE_INFINITY };
  for (const [words, body] of bodies(request.body))
    yield { words, request: { ...request, body }, context: patient };
  for (const [words, change] of keyChanges) {
    yield { words, context: { ...patient, keys: context.keys.map(change) } };
  }
  const headers = inSeconds(request.headers);
  yield {
    words: 'the time was changed from seconds to milliseconds; the header has to stay as it came',
    request: { ...request, headers },
    context: patient,
  };
}

/** What proxies, frameworks and editors make of a body, undone. */
function* bodies(body: Buffer): Generator<[string, Buffer]> {
  const text = body.toString();
  const ends = { 'a CR LF': '\r\n', 'a line feed': '\n' };
  for (const [name, end] of Object.entries(ends)) {
    yield [
      `${name} was lost at the end of the body; keep the raw bytes`,
      Buffer.from(`${text.trimEnd()}${end}`),
    ];
  }
  yield [
    'white space was added around the body, as editors do at the end of a file',
    Buffer.from(text.trim()),
  ];
  yield ['line ends were changed from CR LF to LF', Buffer.from(text.replace(/\r?\n/g, '\r\n'))];
  yield ['line ends were changed from LF to CR LF', Buffer.from(text.replace(/\r\n/g, '\n'))];
  const reserialised =
    'the body was parsed and written out again before it was checked; the signature covers the bytes as they came';
  for (const rewritten of rewritings(text)) yield [reserialised, Buffer.from(rewritten)];
}

/** The ways in which senders write JSON, so that one that was rewritten can be brought back to its first form. */
function* rewritings(text: string): Generator<string> {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return;
  }
  const compact = JSON.stringify(value);
  const spaced = JSON.stringify(value, null, 1)
    .replace(/\n\s*/g, ' ')
    .replace(/([[{]) /g, '$1')
    .replace(/ ([\]}])/g, '$1');
  const listed = Array.isArray(value)
    ? `[${value.map((each) => JSON.stringify(each)).join(',\r\n')}]`
    : compact;
  for (const form of [
    compact,
    spaced,
    listed,
    JSON.stringify(value, null, 2),
    JSON.stringify(value, null, 4),
  ]) {
    for (const end of ['', '\r\n', '\n']) {
      yield form + end;
      yield escapeHtml(form) + end;
      yield escapeNonAscii(form) + end;
      yield form.replaceAll('/', '\\/') + end;
    }
  }
}

function escapeHtml(json: string): string {
  return json.replace(/[<>&]/g, hexEscape);
}

function escapeNonAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, hexEscape);
}

function hexEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const keyChanges: readonly [string, (key: string) => string][] = [
  ['the key has blanks, quotes or line ends around it', (key) => key.trim().replace(/^["']|["']$/g, '')],
  ['the key lacks its prefix whsec_', (key) => `whsec_${key}`],
  ['the key must be without its prefix whsec_', (key) => key.replace(/^whsec_/, '')],
  ['the key is base64 of the real key: decode it', (key) => Buffer.from(key, 'base64').toString()],
  ['the key is the real key without base64: encode it', (key) => Buffer.from(key).toString('base64')],
  ['the key has PEM lines around it: leave them out', (key) => key.replace(/-----[^-]+-----|\s/g, '')],
];

function inSeconds(headers: WebhookRequest['headers']): WebhookRequest['headers'] {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    value?.replace(/\b(\d{10})\d{3}\b/, '$1'),
  ]);
  return Object.fromEntries(entries);
}
