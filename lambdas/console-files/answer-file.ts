import { securityHeaders } from '../../serving/security-headers.ts';
import { encodedFile, findStaticFile, type StaticFiles } from '../../serving/static-files.ts';
import type { SignIn } from './environment.ts';

export type FileAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/** Where the page finds out how people sign in. */
const signInPath = '/sign-in.json';

/** Answers a request for a file of the console. Routes under /v1 that do not exist arrive here too. */
export function answerFile(
  { path, acceptEncoding }: { readonly path: string; readonly acceptEncoding: string | undefined },
  files: StaticFiles,
  signIn: SignIn,
): FileAnswer {
  const headers = {
    ...securityHeaders(originsOf(signIn)),
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
  };
  const file = path === '/v1' || path.startsWith('/v1/') ? undefined : findStaticFile(files, path);
  if (path === signInPath) return json(200, signIn, headers);
  if (!file) return json(404, notFound, headers);
  const encoded = encodedFile(file, acceptEncoding);
  return { status: 200, headers: { ...headers, ...encoded.headers }, body: encoded.body };
}

/** The page may ask them. A wrong issuer must not widen the policy, so only origins are named. */
function originsOf({ issuer, origins }: SignIn): string[] {
  return [...new Set([issuer, ...origins].map((url) => new URL(url).origin))];
}

const notFound = {
  type: 'about:blank',
  title: 'Not found',
  status: 404,
  code: 'route-unknown',
  detail: 'no route has this method and path',
};

function json(status: number, value: unknown, headers: Record<string, string>): FileAnswer {
  const type = status === 200 ? 'application/json' : 'application/problem+json';
  return {
    status,
    headers: { ...headers, 'content-type': type, 'cache-control': 'no-store' },
    body: Buffer.from(JSON.stringify(value)),
  };
}
