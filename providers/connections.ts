import type { Connection } from './connection.ts';
import { manifestOf, type ProviderName } from './manifests.ts';

type Loaded = { readonly connection: Connection };

/** Loaded on demand: only the command line calls the APIs of providers. */
const connections: Readonly<Partial<Record<ProviderName, () => Promise<Loaded>>>> = {
  sendgrid: () => import('./sendgrid/connect.ts'),
  postmark: () => import('./postmark/connect.ts'),
  mailgun: () => import('./mailgun/connect.ts'),
  resend: () => import('./resend/connect.ts'),
  sparkpost: () => import('./sparkpost/connect.ts'),
  mailjet: () => import('./mailjet/connect.ts'),
  brevo: () => import('./brevo/connect.ts'),
  mailersend: () => import('./mailersend/connect.ts'),
};

/** The providers whose webhooks can be set up by a command. */
export const namesWithConnection: readonly string[] = Object.keys(connections);

export async function connectionOf(provider: string): Promise<Connection | undefined> {
  const name = manifestOf(provider)?.name;
  return name && (await connections[name]?.())?.connection;
}
