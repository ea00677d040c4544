import { refused, type Verifier } from '../provider.ts';

export const sendgrid: Verifier = { verify: () => refused('signature-mismatch') };
