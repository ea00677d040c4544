import { defaultProvider } from '@aws-sdk/credential-provider-node';
import type { z } from 'zod';
import type { checkAnswer, messageReport, suppressionState } from '../lambdas/api/schemas.ts';
import { type Credentials, signer } from './sign.ts';

export type MessageReport = z.infer<typeof messageReport>;
export type SuppressionState = z.infer<typeof suppressionState>;

export type MailfoldClientOptions = {
  /** The output `ApiUrl` of the stack. */
  readonly url: string;
  /** AWS region of the stack. @default AWS_REGION, or else the region in `url` */
  readonly region?: string;
  /** AWS credentials to sign requests with. @default the SDK's default credential chain */
  readonly credentials?: Credentials;
  /** How long to wait for an answer, in milliseconds. @default 3000 */
  readonly timeoutMillis?: number;
};

/** The answer to `mayISend`. */
export type MayISend =
  | { readonly maySend: boolean; readonly isKnown: true; readonly cause: SuppressionState['cause'] }
  /** Mailfold gave no answer; `maySend` follows the caller's `whenUnsure`. */
  | { readonly maySend: boolean; readonly isKnown: false; readonly error: Error };

/** Thrown when the API answers with an error; the message is the API's explanation. */
export class MailfoldError extends Error {
  /** HTTP status of the answer. */
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** Asks a Mailfold stack whether an address is suppressed, and what happened to a message. */
export class MailfoldClient {
  private readonly base: string;
  private readonly timeoutMillis: number;
  private readonly sign: ReturnType<typeof signer>;

  constructor({
    url,
    region,
    credentials = defaultProvider(),
    timeoutMillis = 3_000,
  }: MailfoldClientOptions) {
    this.base = url.replace(/\/$/, '');
    this.timeoutMillis = timeoutMillis;
    this.sign = signer(region ?? process.env['AWS_REGION'] ?? regionIn(url), credentials);
  }

  /**
   * Says whether mail to an address is allowed; with `stream`, mail of that stream. Never rejects: when Mailfold
   * does not answer, `whenUnsure` decides (`hold` fails closed, `send` fails open).
   */
  async mayISend(
    address: string,
    { stream, whenUnsure }: { readonly stream?: string; readonly whenUnsure: 'send' | 'hold' },
  ): Promise<MayISend> {
    try {
      const [answer] = await this.check([address], stream);
      if (!answer) throw new Error('expected an answer for the address, found none');
      return { maySend: !answer.suppressed, isKnown: true, cause: answer.cause };
    } catch (error) {
      return {
        maySend: whenUnsure === 'send',
        isKnown: false,
        error: error instanceof Error ? error : new Error(String(error)),
      };
    }
  }

  /** Checks up to 100 addresses; with `stream`, for mail of that stream. Answers are in the order of the addresses. */
  async check(addresses: readonly string[], stream?: string): Promise<readonly SuppressionState[]> {
    const body = JSON.stringify({ addresses, ...(stream !== undefined && { stream }) });
    const { answers } = (await this.ask('POST', '/v1/suppressions/check', body)) as z.infer<
      typeof checkAnswer
    >;
    return answers;
  }

  /** The status of a message for each recipient; undefined while no event about it has arrived. */
  async messageStatus(messageId: string): Promise<MessageReport | undefined> {
    try {
      return (await this.ask('GET', `/v1/messages/${encodeURIComponent(messageId)}`)) as MessageReport;
    } catch (error) {
      if (error instanceof MailfoldError && error.status === 404) return undefined;
      throw error;
    }
  }

  private async ask(method: 'GET' | 'POST', path: string, body = ''): Promise<unknown> {
    const url = new URL(this.base + path);
    const headers = await this.sign({ method, url, body });
    const signal = AbortSignal.timeout(this.timeoutMillis);
    const response = await fetch(url, { method, headers, signal, ...(body !== '' && { body }) });
    const answer = (await response.json()) as { detail?: string; message?: string };
    if (!response.ok)
      throw new MailfoldError(response.status, answer.detail ?? answer.message ?? 'the API gave no reason');
    return answer;
  }
}

/** From a URL such as https://abc123.execute-api.eu-west-1.amazonaws.com. */
function regionIn(url: string): string {
  const [, region] = /\.execute-api\.([a-z0-9-]+)\./.exec(url) ?? [];
  if (!region)
    throw new Error('no AWS region: pass `region`, set AWS_REGION, or use the execute-api URL of the stack');
  return region;
}
