import { randomBytes } from 'node:crypto';
import { isSameSecret } from './guard.ts';

export type Session = {
  /** Stands in the part of the URL that browsers do not send: it is in no log. The page posts it once. */
  readonly token: string;
  /** The Set-Cookie header for who has the token; undefined for everybody else. */
  cookieFor(token: unknown): string | undefined;
  isOpen(cookies: string | undefined): boolean;
};

/** A session for one run of the server. Cookies do not know ports: the name keeps two servers on this machine apart. */
export function newSession(port: number): Session {
  const token = randomBytes(32).toString('base64url');
  const secret = randomBytes(32).toString('base64url');
  const name = `mailfold_console_${port}`;
  return {
    token,
    cookieFor: (given) =>
      typeof given === 'string' && isSameSecret(given, token)
        ? `${name}=${secret}; Path=/; HttpOnly; SameSite=Strict`
        : undefined,
    isOpen: (cookies = '') =>
      cookies
        .split(/;\s*/)
        .some((each) => each.startsWith(`${name}=`) && isSameSecret(each.slice(name.length + 1), secret)),
  };
}
