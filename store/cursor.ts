import { createHmac, timingSafeEqual } from 'node:crypto';
import { badRequest } from '../lambdas/api/problem.ts';

/** Where a page ended, in a text that only we can make: one that was changed, or made for another question, is refused. */
export function sealCursor(key: string, question: string, position: unknown): string {
  const text = Buffer.from(JSON.stringify(position)).toString('base64url');
  return `${text}.${seal(key, question, text)}`;
}

export function openCursor(key: string, question: string, cursor: string): unknown {
  const [text = '', given = ''] = cursor.split('.');
  const expected = seal(key, question, text);
  if (given.length !== expected.length || !timingSafeEqual(Buffer.from(given), Buffer.from(expected))) {
    throw badRequest('expected a cursor that an earlier answer to this question gave, found another text');
  }
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}

function seal(key: string, question: string, text: string): string {
  return createHmac('sha256', key).update(`${question}\n${text}`).digest('base64url');
}
