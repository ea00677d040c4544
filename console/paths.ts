/** With `to`: about one of its recipients. */
export function messagePath(messageId: string, to?: string): string {
  const path = `/messages/${encodeURIComponent(messageId)}`;
  return to === undefined ? path : `${path}?to=${encodeURIComponent(to).replaceAll('%40', '@')}`;
}

export function addressPath(address: string): string {
  // An @ is allowed in a path, and is easier to read than %40.
  return `/addresses/${encodeURIComponent(address).replaceAll('%40', '@')}`;
}
