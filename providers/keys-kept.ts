/**
 * How long the receiver uses keys before it reads the secret again. A retired key is accepted until then. Long enough to
 * save calls to Secrets Manager, short enough that a removed key soon stops working.
 */
export const keysKeptSeconds = 300;
