import { userInfo } from 'node:os';

/** The name of the user, as a default for --by. Empty for a user without an entry, as in some containers. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return process.env['USER'] ?? '';
  }
}
