/** By what sends can be grouped, in the words of the command line and the API. */
export const dimensionNames = [
  'domain',
  'provider',
  'stream',
  'template',
  'template-version',
  'tag',
  'mailbox',
  'recipient-domain',
  'ip-pool',
  'hour',
] as const;

const metadataPrefix = 'metadata:';

export type SendDimension = (typeof dimensionNames)[number] | `${typeof metadataPrefix}${string}`;

/** Undefined when there is no such dimension. Any custom argument of the send is one: `metadata:campaign`. */
export function parseDimension(text: string): SendDimension | undefined {
  if (metadataKeyOf(text)) return text as SendDimension;
  return dimensionNames.find((name) => name === text);
}

/** The name of the custom argument; undefined for every other dimension. */
export function metadataKeyOf(dimension: string): string | undefined {
  const key = dimension.startsWith(metadataPrefix) ? dimension.slice(metadataPrefix.length) : '';
  return key === '' ? undefined : key;
}
