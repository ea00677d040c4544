export type * from './api.ts';
export type { CallOptions } from './call-options.ts';
export type { CredentialSource, Credentials } from './credentials.ts';
export type * from './events.ts';
export { isNewer } from './is-newer.ts';
export { MailfoldClient, type MayISend, type MayISendOptions } from './mailfold-client.ts';
export { type ErrorCode, MailfoldError } from './mailfold-error.ts';
export type { MailfoldClientOptions } from './options.ts';
export { type VerifyOptions, verifyMailfoldWebhook, type WebhookHeaders } from './verify-webhook.ts';
