import { refused, type Verifier } from '../provider.ts';

export const ses: Verifier = { verify: () => refused('signature-mismatch') };
