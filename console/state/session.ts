import { computed, signal } from '@preact/signals';
import type { Me, Role } from '../types.ts';
import { ask, askWith, asTrouble, isSignedOut, type Trouble } from './ask.ts';
import type { SignIn } from './sign-in.ts';

/** Who is asking, and what they may do. Undefined until the API has said so. */
export const me = signal<Me | undefined>(undefined);

/** Why the API has not said so. */
export const meTrouble = signal<Trouble | undefined>(undefined);

export const mayChange = computed(() => hasRole('support'));
export const mayOperate = computed(() => hasRole('operator'));

/** Ends the session of a person who signed in at an issuer. The program that serves the console has no session to end. */
export const signOut = signal<(() => void) | undefined>(undefined);

/** Signs in with the token in the URL, if there is one, and asks who is signed in. */
export async function startSession(): Promise<void> {
  try {
    await (isReturning() ? signInElsewhere() : exchangeToken());
  } catch {
    isSignedOut.value = true;
  }
  void askMe();
}

const askAgainMillis = 10_000;
let askAgain: ReturnType<typeof setTimeout> | undefined;

/** Asks until there is an answer: most pages cannot do without it. */
export async function askMe(): Promise<void> {
  clearTimeout(askAgain);
  try {
    me.value = await ask<Me>('/v1/me');
    meTrouble.value = undefined;
  } catch (error) {
    meTrouble.value = asTrouble(error);
    if (!isSignedOut.value) askAgain = setTimeout(askMe, askAgainMillis);
  }
}

/** Whether an issuer has sent the person back. */
function isReturning(): boolean {
  const answer = new URLSearchParams(location.search);
  return answer.has('state') && (answer.has('code') || answer.has('error'));
}

/** A hosted console says where people sign in. The server of `mailfold console` has its own way, and answers with the page. */
export async function signInElsewhere(): Promise<void> {
  const response = await fetch('/sign-in.json');
  if (!response.headers.get('content-type')?.startsWith('application/json')) return;
  const { signIn } = await import('./sign-in.ts');
  const session = await signIn((await response.json()) as SignIn);
  askWith(session.token);
  signOut.value = session.signOut;
}

/** The token is in the fragment, which no server sees. A cookie that scripts cannot read replaces it. */
async function exchangeToken(): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  const response = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  isSignedOut.value = !response.ok;
}

function hasRole(role: Role): boolean {
  return me.value?.roles.includes(role) ?? false;
}

export function providerTitle(name: string): string {
  return me.value?.providers.find((each) => each.name === name)?.title ?? name;
}
