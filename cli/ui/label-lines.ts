import type { ShownLabels } from '../../app/shown-labels.ts';
import { paint, type Terminal } from './terminal.ts';
import { plain } from './text.ts';

/** One line that says which mail it was; none when the provider does not tell it. */
export function labelLines(
  { template, tags, stream }: ShownLabels,
  indent: string,
  terminal: Terminal,
): string[] {
  const parts = [
    template === null ? '' : `template ${template}`,
    tags.length === 0 ? '' : `${tags.length === 1 ? 'tag' : 'tags'} ${tags.join(', ')}`,
    stream === null ? '' : `stream ${stream}`,
  ].filter(Boolean);
  return parts.length === 0 ? [] : [indent + paint('dim', plain(parts.join(' · ')), terminal)];
}
