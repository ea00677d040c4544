import { createHash } from 'node:crypto';

/** Tells the endpoint who calls. DynamoDB Local allows only letters and digits. */
export function accessKeyOf(caller: string): string {
  return `LOCAL${createHash('sha256').update(caller).digest('hex').slice(0, 15).toUpperCase()}`;
}
