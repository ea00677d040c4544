import type { HistoryFormat } from './history-file.ts';
import type { ProviderName } from './manifests.ts';

type Loaded = { readonly historyFormat: HistoryFormat };

/** By the name that `import events --from` takes. Loaded on demand: only the command line reads files of providers. */
const formats: Readonly<Record<string, { provider: ProviderName; load: () => Promise<Loaded> }>> = {
  'sendgrid-activity': { provider: 'sendgrid', load: () => import('./sendgrid/history-file.ts') },
  'ses-firehose': { provider: 'ses', load: () => import('./ses/history-file.ts') },
  'mailgun-events': { provider: 'mailgun', load: () => import('./mailgun/history-file.ts') },
  'postmark-messages': { provider: 'postmark', load: () => import('./postmark/history-file.ts') },
};

export const historyFormatNames: readonly string[] = Object.keys(formats);

export async function historyFormatOf(
  name: string,
): Promise<{ readonly provider: string; readonly format: HistoryFormat } | undefined> {
  const listed = Object.hasOwn(formats, name) ? formats[name] : undefined;
  return listed && { provider: listed.provider, format: (await listed.load()).historyFormat };
}
