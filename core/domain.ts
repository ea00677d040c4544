/** Labels of letters, digits, hyphens and underscores. Permissive: a domain that mail reaches must be readable. */
const asciiDomain = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;
/** What the rules for domains with other characters map. No ASCII that has a meaning of its own in a URL. */
const unicodeDomain = /^[a-z0-9_.\u0080-\u{10ffff}-]+$/iu;
const addressLiteral = /^\[[a-z0-9:.-]+\]$/;

/**
 * A domain as mail servers compare it: lower case, punycode, without the trailing dot. Undefined when it is not one. A URL
 * knows the rules for domains in other scripts; ordinary domains never reach it, because it reads numbers as IP addresses.
 */
export function canonicalDomain(text: string): string | undefined {
  const lower = text.toLowerCase();
  if (addressLiteral.test(lower)) return lower;
  const ascii = withoutTrailingDot(isAscii(lower) ? lower : toAscii(text));
  return asciiDomain.test(ascii) ? ascii : undefined;
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

function withoutTrailingDot(domain: string): string {
  return domain.endsWith('.') ? domain.slice(0, -1) : domain;
}

/** An empty string when it is not a domain. */
function toAscii(text: string): string {
  if (!unicodeDomain.test(text) || !URL.canParse(`http://${text}`)) return '';
  const { hostname } = new URL(`http://${text}`);
  // Digits of other scripts become an IP address, which was never a domain.
  return /(?:^|\.)\d+\.?$/.test(hostname) ? '' : hostname;
}

/** The domain with its labels in their own script; undefined when it has no label in punycode. */
export function unicodeDomainOf(domain: string): string | undefined {
  if (!/(?:^|\.)xn--/.test(domain)) return undefined;
  return domain
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decodePunycode(label.slice(4)) ?? label) : label))
    .join('.');
}

/** RFC 3492, section 6.2. Undefined when the label is not valid punycode. */
function decodePunycode(label: string): string | undefined {
  const end = Math.max(label.lastIndexOf('-'), 0);
  const points = [...label.slice(0, end)].map((letter) => letter.charCodeAt(0));
  let rest = label.slice(end === 0 ? 0 : end + 1);
  let [point, index, bias] = [128, 0, 72];
  while (rest !== '') {
    const step = readNumber(rest, bias);
    if (!step) return undefined;
    const length = points.length + 1;
    bias = adapt(step.value, length, index === 0);
    index += step.value;
    point += Math.floor(index / length);
    index %= length;
    if (point > 0x10ffff) return undefined;
    points.splice(index, 0, point);
    index += 1;
    rest = rest.slice(step.digits);
  }
  return String.fromCodePoint(...points);
}

const base = 36;

/** A number of variable length: each digit says by its size whether another one follows. */
function readNumber(text: string, bias: number): { value: number; digits: number } | undefined {
  let [value, weight] = [0, 1];
  for (let at = 0; at < text.length; at += 1) {
    const digit = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(text.charAt(at));
    if (digit < 0) return undefined;
    value += digit * weight;
    const threshold = Math.min(Math.max(base * (at + 1) - bias, 1), 26);
    if (digit < threshold) return { value, digits: at + 1 };
    weight *= base - threshold;
    if (weight > 2 ** 31) return undefined;
  }
  return undefined;
}

function adapt(value: number, length: number, isFirst: boolean): number {
  let delta = Math.floor(value / (isFirst ? 700 : 2));
  delta += Math.floor(delta / length);
  let bias = 0;
  for (; delta > 455; bias += base) delta = Math.floor(delta / 35);
  return bias + Math.floor((36 * delta) / (delta + 38));
}
