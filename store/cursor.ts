import { createHmac, timingSafeEqual } from 'node:crypto';

/** The position where a page ended, signed, so that only the holder of the key can make a cursor. */
export function sealCursor(key: string, question: string, position: unknown): string {
  const text = Buffer.from(JSON.stringify(position)).toString('base64url');
  return `${text}.${seal(key, question, text)}`;
}

/** Undefined for a cursor that was changed, or that belongs to another question. */
export function openCursor(key: string, question: string, cursor: string): unknown {
  const [text = '', given = ''] = cursor.split('.');
  const expected = seal(key, question, text);
  const isOurs =
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
  return isOurs ? JSON.parse(Buffer.from(text, 'base64url').toString()) : undefined;
}

function seal(key: string, question: string, text: string): string {
  return createHmac('sha256', key).update(`${question}\n${text}`).digest('base64url');
}
