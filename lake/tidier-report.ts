import type { ObjectStore } from '../app/ports/lake.ts';
import type { Tidied } from './tidy.ts';

/** What the latest run of the tidier has done. */
export type TidierReport = Omit<Tidied, 'unreadable'> & { readonly at: string; readonly unreadable: number };

const key = 'tidier/last-run.json';

export async function writeReport(objects: ObjectStore, at: Date, tidied: Tidied): Promise<void> {
  const report: TidierReport = { ...tidied, at: at.toISOString(), unreadable: tidied.unreadable.length };
  await objects.write(key, new TextEncoder().encode(JSON.stringify(report)));
}

/** Undefined before its first run. */
export async function readReport(objects: ObjectStore): Promise<TidierReport | undefined> {
  const content = await objects.read(key);
  return content && JSON.parse(new TextDecoder().decode(content));
}
