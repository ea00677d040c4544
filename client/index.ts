import { defaultProvider } from '@aws-sdk/credential-provider-node';
import type { z } from 'zod';
import type { checkAnswer, messageReport, suppressionState } from '../lambdas/api/schemas.ts';
import { type Credentials, signer } from './sign.ts';

export type MessageReport = z.infer<typeof messageReport>;
export type SuppressionState = z.infer<typeof suppressionState>;

export type MailfoldClientOptions = {
  /** The stack's output ApiUrl. */
  readonly url: string;
  /** @default the environment's AWS_REGION, else the region in the URL */
  readonly region?: string;
  /** @default those that every AWS SDK finds by itself */
  readonly credentials?: Credentials;
  /** How long to wait for an answer. @default 3000 */
  readonly timeoutMillis?: number;
};

export type MayISend =
  | { readonly maySend: boolean; readonly isKnown: true; readonly cause: SuppressionState['cause'] }
  /** Mailfold could not be asked; `maySend` is what the caller chose for that case. */
  | { readonly maySend: boolean; readonly isKnown: false; readonly error: Error };

/** An answer that is no 200, with what the API says about it. */
export class MailfoldError extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** Asks Mailfold: what became of a message, may one send to an address. */
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
   * Whether one may send to an address. `whenUnsure` decides for the case that nobody answers: `hold` fails closed,
   * `send` fails open. Never rejects.
   */
  async mayISend(
    address: string,
    { stream, whenUnsure }: { readonly stream?: string; readonly whenUnsure: 'send' | 'hold' },
  ): Promise<MayISend> {
    try {
      const [answer] = await this.check([address], stream);
      if (!answer) throw new Error('Mailfold gave no answer for the address');
      return { maySend: !answer.suppressed, isKnown: true, cause: answer.cause };
    } catch (error) {
      return {
        maySend: whenUnsure === 'send',
        isKnown: false,
        error: error instanceof Error ? error : new Error(String(error)),
      };
    }
  }

  /** One answer for each of up to 100 addresses, in their order. */
  async check(addresses: readonly string[], stream?: string): Promise<readonly SuppressionState[]> {
    const body = JSON.stringify({ addresses, ...(stream !== undefined && { stream }) });
    const { answers } = (await this.ask('POST', '/v1/suppressions/check', body)) as z.infer<
      typeof checkAnswer
    >;
    return answers;
  }

  /** What became of a message; undefined while no event about it has arrived. */
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
      throw new MailfoldError(response.status, answer.detail ?? answer.message ?? 'no detail was given');
    return answer;
  }
}

/** https://abc123.execute-api.eu-west-1.amazonaws.com */
function regionIn(url: string): string {
  const [, region] = /\.execute-api\.([a-z0-9-]+)\./.exec(url) ?? [];
  if (!region) throw new Error('expected a region, or AWS_REGION, or a URL that has one; found none of them');
  return region;
}
