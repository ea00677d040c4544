import type { Dimension } from '../core/email-event.ts';
import { manifests } from './manifests.ts';
import { profiles } from './profiles.ts';
import { tellsOf } from './tells.ts';

const words: Readonly<Partial<Record<Dimension, string>>> = {
  sendingDomain: 'sending domain',
  stream: 'stream',
  template: 'template',
  templateVersion: 'its version',
  tags: 'tags',
  sentAt: 'time of sending',
};

/** The table of docs/analytics.md: what each provider tells with every event, and by what means one can tell the rest. */
export function tellingTable(): string {
  const rows = manifests
    .filter(({ name }) => profiles[name].reports.length > 0)
    .map(({ name, title }) => {
      const told = (dimension: Dimension) => tellsOf(name)?.[dimension] === 'always';
      const always = (Object.keys(words) as Dimension[]).filter(told).map((each) => words[each]);
      const means = [
        ...(told('metadata') ? ['custom arguments'] : []),
        ...(told('tags') ? ['tags'] : []),
        ...(told('stream') ? ['streams'] : []),
      ];
      const settings = `${told('sendingDomain') ? '' : '`sendingDomains` with one domain, '}\`alwaysTold\``;
      const rest = means.length > 0 ? means.join(', ') : settings;
      return `| [${title}](../providers/${name}/README.md) | ${always.join(', ') || 'nothing'} | ${rest} |`;
    });
  return ['| Provider | Tells with every event | What can tell the rest |', '|---|---|---|', ...rows].join(
    '\n',
  );
}
