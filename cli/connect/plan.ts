import type { Connection, ListedWebhook } from '../../providers/connection.ts';
import { exitCodes, Problem } from '../problem.ts';

/** What to do for one webhook. `webhook` is the one to change; absent when it has to be created. */
export type PlannedWebhook = { readonly kind: string; readonly webhook?: ListedWebhook };

type Given = {
  readonly connection: Connection;
  readonly title: string;
  readonly url: string;
  /** Whether another URL may be replaced. */
  readonly replace: boolean;
};

/** Which webhooks to create and which to change. Throws when that would harm others, or is not possible. */
export function planWebhooks(
  answer: unknown,
  options: Readonly<Record<string, string>>,
  { connection, title, url, replace }: Given,
): PlannedWebhook[] {
  const { webhooks, mostPerAccount } = connection.readList(answer);
  const own = webhooks.find((webhook) => isSameUrl(webhook.url, url));
  if (!connection.kinds) {
    if (own) return [{ kind: '', webhook: own }];
    if (mostPerAccount !== undefined && webhooks.length >= mostPerAccount)
      throw new Problem(
        `${title} has ${webhooks.length} webhooks already, which is all that this account may have; remove one: ${webhooks.map((each) => originOf(each.url)).join(', ')}`,
        exitCodes.no,
      );
    return [{ kind: '' }];
  }
  return connection.kinds.map((kind) => {
    const ofKind = webhooks.filter((webhook) => webhook.kind === kind);
    const [other] = ofKind;
    if (ofKind.some((webhook) => isSameUrl(webhook.url, url)) || !other)
      return { kind, ...(other && { webhook: ofKind.find((each) => isSameUrl(each.url, url)) ?? other }) };
    if (connection.hasOneUrlPerKind && !replace)
      throw new Problem(
        `${title} posts "${kind}" to ${originOf(other.url)}, and has one URL for each kind of event; --replace takes it over, and the other program gets nothing any more`,
        exitCodes.no,
      );
    const refusal = connection.refusal?.(webhooks, { url, options, key: '', kind });
    if (refusal !== undefined) throw new Problem(`${title}: ${refusal}`, exitCodes.no);
    return { kind, webhook: other };
  });
}

/** The URL without a user and password, which may be in it. */
function isSameUrl(one: string, other: string): boolean {
  return bare(one) === bare(other);
}

function bare(url: string): string {
  if (!URL.canParse(url)) return url;
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname.replace(/\/$/, '')}`;
}

/** What tells webhooks apart without showing a password or a token in a path. */
function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'another URL';
}
