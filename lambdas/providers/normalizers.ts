import type { Normalizer } from './provider.ts';
import { sendgrid } from './sendgrid/normalize.ts';
import { ses } from './ses/normalize.ts';

/** Every provider the consumer knows, under the name that travels with its messages. */
export const normalizers: ReadonlyMap<string, Normalizer> = new Map(Object.entries({ sendgrid, ses }));
