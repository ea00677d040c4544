import { plain } from '../words/text.ts';

type Props = {
  readonly template: string | null;
  readonly stream: string | null;
  readonly tags: readonly string[];
};

/** What tells which mail it was. */
export function Labels({ template, stream, tags }: Props) {
  if (template === null && stream === null && tags.length === 0) return null;
  return (
    <div class="chips">
      {template !== null && <Chip name="Template" value={template} />}
      {stream !== null && <Chip name="Stream" value={stream} />}
      {tags.map((tag) => (
        <Chip key={tag} value={tag} />
      ))}
    </div>
  );
}

function Chip({ name, value }: { readonly name?: string; readonly value: string }) {
  return (
    <span class="chip" title={name ? `${name}: ${plain(value)}` : `Tag: ${plain(value)}`}>
      {name && <b>{name}</b>}
      <span class="cut">{plain(value)}</span>
    </span>
  );
}
