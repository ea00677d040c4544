import type { MailLabels } from '../core/mail-labels.ts';

/** The labels of a mail as answers have them: always present, and empty when the provider does not tell it. */
export type ShownLabels = {
  readonly template: string | null;
  readonly stream: string | null;
  readonly tags: readonly string[];
};

export function shownLabels({ template, stream, tags }: MailLabels = {}): ShownLabels {
  return { template: template ?? null, stream: stream ?? null, tags: tags ?? [] };
}
