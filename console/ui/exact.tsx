import { exact } from '../words/text.ts';

/** An address or an id. Letters that run from right to left stay inside it, and do not reorder what stands beside it. */
export function Exact({ text }: { readonly text: string }) {
  return <bdi>{exact(text)}</bdi>;
}
