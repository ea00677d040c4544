import { exact } from '../words/text.ts';

/** An address or an id. It runs from left to right: after a Hebrew name, the domain would come first. */
export function Exact({ text }: { readonly text: string }) {
  return <bdi dir="ltr">{exact(text)}</bdi>;
}
