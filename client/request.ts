import { uriEncoded } from './uri-encoded.ts';

/** A route of the API. */
export type Route = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly path: string;
  /** The names in the query. The others are in the path, or else in the body. */
  readonly query: readonly string[];
  /** Whether it can be sent again without knowing what became of the first try; by-key: if both have the same key. */
  readonly repeats: 'always' | 'by-key' | 'never';
  /** How long its answer may take; a try waits at least this long. Omit for routes that answer at once. */
  readonly slowestMillis?: number;
};

export type ApiRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Puts each part of the input where the route expects it. */
export function requestFor(
  base: string,
  route: Route,
  input: Readonly<Record<string, unknown>>,
  idempotencyKey: string,
): ApiRequest {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const inPath = new Set<string>();
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name);
    return pathPart(name, input[name]);
  });
  const query = given
    .filter(([name]) => route.query.includes(name))
    .map(([name, value]) => `${name}=${uriEncoded(String(value))}`);
  const rest = given.filter(([name]) => !inPath.has(name) && !route.query.includes(name));
  const hasBody = route.method !== 'GET';
  return {
    method: route.method,
    url: new URL(base + path + (query.length > 0 ? `?${query.join('&')}` : '')),
    headers: {
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(route.repeats === 'by-key' && { 'idempotency-key': idempotencyKey }),
    },
    body: hasBody ? JSON.stringify(Object.fromEntries(rest)) : '',
  };
}

/** Without this check, the request would go to another route: URLs take `.` and `..` for steps in the path. */
function pathPart(name: string, value: unknown): string {
  if (typeof value !== 'string' || ['', '.', '..'].includes(value.trim()))
    throw new TypeError(`${name}: expected a string that is not empty, and neither . nor ..`);
  return uriEncoded(value);
}
