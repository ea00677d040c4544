import { parseJson } from '../../providers/json.ts';
import type { Verdict, Verifier, VerifyContext, WebhookRequest } from '../../providers/provider.ts';

/** One mistake, and the request or keys without it. */
type Guess = {
  readonly mistake: string;
  readonly request?: WebhookRequest;
  readonly context?: VerifyContext;
};

/**
 * Undoes the usual mistakes one at a time, until the request becomes genuine. Returns that mistake, and what to do;
 * undefined when none of them is behind the refusal.
 */
export async function likelyMistake(
  verifier: Verifier,
  request: WebhookRequest,
  context: VerifyContext,
): Promise<string | undefined> {
  for (const guess of guesses(request, context)) {
    if (await isGenuine(verifier, guess.request ?? request, guess.context ?? context)) return guess.mistake;
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
    // The guess made a key that cannot be read, so it is wrong.
    return false;
  }
}

function* guesses(request: WebhookRequest, context: VerifyContext): Generator<Guess> {
  // A captured request may be late as well, which must not hide the mistake.
  const patient = { ...context, toleranceSeconds: Number.POSITIVE_INFINITY };
  for (const [mistake, body] of bodies(request.body))
    yield { mistake, request: { ...request, body }, context: patient };
  for (const [mistake, change] of keyChanges) {
    yield { mistake, context: { ...patient, keys: context.keys.map(change) } };
  }
  for (const url of otherSpellings(request.urls ?? []))
    yield {
      mistake: `the provider has signed another URL, ${url}: enter the URL there as \`mailfold urls\` prints it, or list this one in the setting publicUrls`,
      request: { ...request, urls: [url] },
      context: patient,
    };
  const headers = inSeconds(request.headers);
  yield {
    mistake: 'the time was changed from seconds to milliseconds: keep the header as it came',
    request: { ...request, headers },
    context: patient,
  };
}

/** The body without what proxies, frameworks and editors do to it. */
function* bodies(body: Buffer): Generator<[string, Buffer]> {
  const text = body.toString();
  const ends = { 'a CR LF': '\r\n', 'a line feed': '\n' };
  for (const [name, end] of Object.entries(ends)) {
    yield [
      `${name} was lost at the end of the body: keep the raw bytes`,
      Buffer.from(`${text.trimEnd()}${end}`),
    ];
  }
  yield [
    'white space was added around the body, as some editors do: save the raw bytes',
    Buffer.from(text.trim()),
  ];
  yield [
    'the line endings were changed from CR LF to LF: keep the raw bytes',
    Buffer.from(text.replace(/\r?\n/g, '\r\n')),
  ];
  yield [
    'the line endings were changed from LF to CR LF: keep the raw bytes',
    Buffer.from(text.replace(/\r\n/g, '\n')),
  ];
  const reserialised =
    'the body was parsed and written out again: verify the raw bytes, which the signature covers';
  for (const rewritten of rewritings(text)) yield [reserialised, Buffer.from(rewritten)];
}

/** The ways in which senders write JSON: one of them may be the form that was signed. */
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
  [
    'the key has spaces, quotes or line breaks around it: remove them',
    (key) => key.trim().replace(/^["']|["']$/g, ''),
  ],
  ['the key lacks its prefix whsec_: add it', (key) => `whsec_${key}`],
  [
    'the key has the prefix whsec_ although this provider has none: remove it',
    (key) => key.replace(/^whsec_/, ''),
  ],
  ['the key is encoded in base64: decode it', (key) => Buffer.from(key, 'base64').toString()],
  ['the key is not encoded in base64: encode it', (key) => Buffer.from(key).toString('base64')],
  ['the key has PEM header and footer lines: remove them', (key) => key.replace(/-----[^-]+-----|\s/g, '')],
];

/** Another scheme, and a slash at the end, are the usual differences between an entered URL and the real one. */
function otherSpellings(urls: readonly string[]): string[] {
  return urls.flatMap((url) => {
    const [path = '', ...query] = url.split('?');
    const rest = query.length > 0 ? `?${query.join('?')}` : '';
    const slashed = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
    return [slashed + rest, path, url.replace(/^https:/, 'http:')].filter((other) => other !== url);
  });
}

function inSeconds(headers: WebhookRequest['headers']): WebhookRequest['headers'] {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    value?.replace(/\b(\d{10})\d{3}\b/, '$1'),
  ]);
  return Object.fromEntries(entries);
}
