import { manifests } from '../providers/manifests.ts';

/**
 * What the receiver's bundle may have, in bytes: the SDK and our own code, and a verifier and a manifest for each provider. A new
 * provider brings its own allowance, so that it never has to be paid for by the others.
 */
export const fixedBytes = 240_000;
export const bytesPerProvider = 1_500;

export const receiverBudget = fixedBytes + bytesPerProvider * manifests.length;
