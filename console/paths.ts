export function messagePath(messageId: string): string {
  return `/messages/${encodeURIComponent(messageId)}`;
}

export function addressPath(address: string): string {
  // An @ is allowed in a path, and is easier to read than %40.
  return `/addresses/${encodeURIComponent(address).replaceAll('%40', '@')}`;
}
