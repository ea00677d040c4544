import type { Simulator } from '../../providers/simulator.ts';

/** Where a simulated provider posts to, if a test does not say. */
const someUrl = 'https://hooks.example.com/webhooks/provider';

/** A payload as a provider posts it, and as the receiver gets it: some providers sign the URL. */
export function signedRequest(
  { sign }: Pick<Simulator, 'sign'>,
  payload: Buffer,
  signingKey: string,
  now: Date,
  url = someUrl,
) {
  return { ...sign(payload, signingKey, now, url), urls: [url] };
}
