import type { CredentialSource } from './credentials.ts';

export type MailfoldClientOptions = {
  /** The output `ApiUrl` of the stack, or `http://127.0.0.1:4710` for the local stack, which needs no credentials. */
  readonly url: string;
  /** AWS region of the stack. @default the region in `url`, or else AWS_REGION */
  readonly region?: string | undefined;
  /**
   * AWS credentials to sign requests with, or a function that gets them, such as a credential provider of the AWS SDK.
   * @default AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, or else the default chain of
   * `@aws-sdk/credential-provider-node`, if that package is installed
   */
  readonly credentials?: CredentialSource | undefined;
  /** A profile of the AWS configuration files. Needs the package `@aws-sdk/credential-provider-node`. */
  readonly profile?: string | undefined;
  /** How long one try waits for an answer, in milliseconds. @default 3000 */
  readonly timeoutMillis?: number | undefined;
  /** How often a request is tried in all, if it gets no answer, a 429 or a 5xx. @default 3 */
  readonly maxTries?: number | undefined;
  /** Sends the requests. @default the global `fetch` */
  readonly fetch?: typeof fetch | undefined;
};
