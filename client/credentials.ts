import { environment } from './environment.ts';
import { MailfoldError } from './mailfold-error.ts';

export type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  /** When they end. They are asked for again five minutes before. */
  readonly expiration?: Date | undefined;
};

export type CredentialSource = Credentials | (() => Promise<Credentials>);

type Chosen = {
  readonly credentials?: CredentialSource | undefined;
  readonly profile?: string | undefined;
};

/** Gets the credentials for each request to this URL. */
export function credentialsFor(url: URL, { credentials, profile }: Chosen): () => Promise<Credentials> {
  if (typeof credentials === 'function') return keptUntilTheyEnd(credentials);
  if (credentials) return async () => credentials;
  const chain = keptUntilTheyEnd(
    () => fromSdk(profile),
    profile === undefined ? undefined : `AWS credentials of the profile ${profile}`,
  );
  if (profile !== undefined) return chain;
  if (isLocal(url)) return async () => localCredentials;
  return async () => fromEnvironment() ?? chain();
}

/** A deployed API answers https only. */
export function isLocal(url: URL): boolean {
  return url.protocol === 'http:';
}

/** The local stack accepts any signature. */
const localCredentials: Credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

function fromEnvironment(): Credentials | undefined {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = environment();
  return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, sessionToken } : undefined;
}

/** Profiles, single sign-on, and the roles of containers and instances. */
async function fromSdk(profile: string | undefined): Promise<Credentials> {
  let sdk: typeof import('@aws-sdk/credential-provider-node');
  try {
    sdk = await import('@aws-sdk/credential-provider-node');
  } catch (cause) {
    throw new MailfoldError(
      'no-credentials',
      profile === undefined
        ? 'no AWS credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, pass `credentials`, or install ' +
            '@aws-sdk/credential-provider-node for profiles, single sign-on and the roles of containers and instances'
        : 'expected the package @aws-sdk/credential-provider-node, which reads profiles; install it',
      { cause },
    );
  }
  return sdk.defaultProvider(profile === undefined ? {} : { profile })();
}

const renewMillis = 5 * 60_000;

/** Asks once for all requests until the credentials are about to end. Without an end, asks for every request. */
function keptUntilTheyEnd(
  ask: () => Promise<Credentials>,
  expected = 'AWS credentials',
): () => Promise<Credentials> {
  let asked: Promise<Credentials> | undefined;
  let goodUntil = 0;
  return () => {
    if (asked && Date.now() < goodUntil) return asked;
    // Requests that come before the answer wait for the same one.
    goodUntil = Number.POSITIVE_INFINITY;
    asked = ask().then(
      (credentials) => {
        goodUntil = (credentials.expiration?.getTime() ?? 0) - renewMillis;
        return credentials;
      },
      (cause: unknown) => {
        asked = undefined;
        if (cause instanceof MailfoldError) throw cause;
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new MailfoldError('no-credentials', `expected ${expected}: ${why}`, { cause });
      },
    );
    return asked;
  };
}
