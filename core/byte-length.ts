/** The length in UTF-8, by which DynamoDB measures. Counted, because encoding takes several times as long. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 0x80) bytes += unit < 0x800 || isHalfOfPair(text, index, unit) ? 1 : 2;
  }
  return bytes;
}

/** A pair of surrogates takes four bytes. A surrogate alone is replaced by a character of three. */
function isHalfOfPair(text: string, index: number, unit: number): boolean {
  if (unit < 0xd800 || unit > 0xdfff) return false;
  return unit < 0xdc00 ? isLow(text.charCodeAt(index + 1)) : isHigh(text.charCodeAt(index - 1));
}

const isHigh = (unit: number) => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

const ellipsis = '…';
const ellipsisBytes = byteLength(ellipsis);

/** The string itself or, when it is longer, its beginning and an ellipsis. Never cuts a character in two. */
export function cutToBytes(text: string, most: number): string {
  // No UTF-16 unit takes more than three bytes.
  if (text.length * 3 <= most || byteLength(text) <= most) return text;
  const beginning = new Uint8Array(most - ellipsisBytes);
  const { read } = new TextEncoder().encodeInto(text, beginning);
  return text.slice(0, read) + ellipsis;
}
