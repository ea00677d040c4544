import {
  type CauseSummary,
  type GetMessageInput,
  type GetSuppressionInput,
  type HistoryEntry,
  type ListMessagesOfRecipientInput,
  type ListSuppressionsInput,
  type MailfoldApi,
  type MessageReport,
  type OperationId,
  type RecipientMessage,
  type RecipientStatus,
  routes,
  type SuppressionState,
} from './api.ts';
import type { CallOptions } from './call-options.ts';
import { credentialsFor } from './credentials.ts';
import { itemsOf } from './items-of.ts';
import { MailfoldError } from './mailfold-error.ts';
import type { MailfoldClientOptions } from './options.ts';
import { regionOf } from './region-of.ts';
import { type Route, requestFor } from './request.ts';
import { type Sending, send } from './send.ts';

export type MayISendOptions = CallOptions & {
  /** Ask for mail of this stream, group or list instead of mail in general. */
  readonly stream?: string | undefined;
  /** What to do when Mailfold gives no answer. */
  readonly whenUnsure: 'send' | 'hold';
};

/** The answer to `mayISend`. */
export type MayISend =
  | { readonly maySend: boolean; readonly isKnown: true; readonly cause: CauseSummary | null }
  /** Mailfold gave no answer; `maySend` follows the caller's `whenUnsure`. */
  | { readonly maySend: boolean; readonly isKnown: false; readonly error: Error };

/** The API takes this many addresses in one request. */
const addressesAtOnce = 100;

/** Asks a Mailfold stack what became of messages, and which addresses must not get mail. */
export class MailfoldClient implements MailfoldApi {
  private readonly base: string;
  private readonly sending: Sending;

  // One line for each operation of the API.
  readonly getMessage = this.operation('getMessage');
  readonly listMessagesOfRecipient = this.operation('listMessagesOfRecipient');
  readonly getSuppression = this.operation('getSuppression');
  readonly checkSuppressions = this.operation('checkSuppressions');
  readonly listSuppressions = this.operation('listSuppressions');
  readonly suppress = this.operation('suppress');
  readonly release = this.operation('release');
  readonly getEventPayload = this.operation('getEventPayload');
  readonly countSuppressions = this.operation('countSuppressions');
  readonly previewReleases = this.operation('previewReleases');
  readonly suppressMany = this.operation('suppressMany');
  readonly releaseMany = this.operation('releaseMany');
  readonly importSuppressions = this.operation('importSuppressions');
  readonly getMe = this.operation('getMe');
  readonly getSetup = this.operation('getSetup');
  readonly getHealth = this.operation('getHealth');
  readonly listDeadLetters = this.operation('listDeadLetters');
  readonly showDeadLetters = this.operation('showDeadLetters');
  readonly redriveDeadLetters = this.operation('redriveDeadLetters');
  readonly getLiveEvents = this.operation('getLiveEvents');
  readonly getStats = this.operation('getStats');

  constructor(options: MailfoldClientOptions) {
    const url = parsedUrl(options.url);
    this.base = url.href.replace(/\/$/, '');
    this.sending = {
      region: options.region ?? regionOf(url),
      credentials: credentialsFor(url, options),
      timeoutMillis: options.timeoutMillis ?? 3_000,
      maxTries: options.maxTries ?? 3,
      // Called as a function of its own: some runtimes refuse `fetch` as a method of another object.
      fetch: options.fetch ?? ((...request) => fetch(...request)),
    };
  }

  /**
   * Says whether mail to an address is allowed; with `stream`, mail of that stream. Never rejects: when Mailfold
   * does not answer, `whenUnsure` decides (`hold` fails closed, `send` fails open).
   */
  async mayISend(address: string, { stream, whenUnsure, ...options }: MayISendOptions): Promise<MayISend> {
    try {
      const { answers } = await this.checkSuppressions({ addresses: [address], stream }, options);
      const [answer] = answers;
      if (!answer) throw new MailfoldError('unexpected-answer', 'expected an answer for the address');
      return { maySend: !answer.suppressed, isKnown: true, cause: answer.cause };
    } catch (error) {
      return {
        maySend: whenUnsure === 'send',
        isKnown: false,
        error: error instanceof Error ? error : new Error(String(error)),
      };
    }
  }

  /** Checks any number of addresses; with `stream`, for mail of that stream. Answers are in the order of the addresses. */
  async check(
    addresses: readonly string[],
    stream?: string,
    options?: CallOptions,
  ): Promise<SuppressionState[]> {
    const states: SuppressionState[] = [];
    for (let start = 0; start < addresses.length; start += addressesAtOnce) {
      const some = addresses.slice(start, start + addressesAtOnce);
      const { answers } = await this.checkSuppressions({ addresses: some, stream }, options);
      states.push(...answers);
    }
    return states;
  }

  /**
   * The status of a message for its first recipients, and a summary; undefined while no event about it has arrived.
   * `eachRecipientOfMessage` has all recipients.
   */
  async messageStatus(messageId: string, options?: CallOptions): Promise<MessageReport | undefined> {
    try {
      return await this.getMessage({ messageId }, options);
    } catch (error) {
      if (error instanceof MailfoldError && error.code === 'message-unknown') return undefined;
      throw error;
    }
  }

  /** All recipients of a message, in the order of their addresses. `limit` is the size of a page. */
  eachRecipientOfMessage(
    input: Omit<GetMessageInput, 'cursor'>,
    options?: CallOptions,
  ): AsyncGenerator<RecipientStatus, void, void> {
    return itemsOf(
      (cursor) => this.getMessage({ ...input, cursor }, options),
      ({ recipients }) => recipients,
    );
  }

  /** All suppressed addresses, newest evidence first. `limit` is the size of a page. */
  eachSuppression(
    input: Omit<ListSuppressionsInput, 'cursor'> = {},
    options?: CallOptions,
  ): AsyncGenerator<SuppressionState, void, void> {
    return itemsOf(
      (cursor) => this.listSuppressions({ ...input, cursor }, options),
      ({ suppressions }) => suppressions,
    );
  }

  /** All messages to an address, newest first. `limit` is the size of a page. */
  eachMessageOfRecipient(
    input: Omit<ListMessagesOfRecipientInput, 'cursor'>,
    options?: CallOptions,
  ): AsyncGenerator<RecipientMessage, void, void> {
    return itemsOf(
      (cursor) => this.listMessagesOfRecipient({ ...input, cursor }, options),
      ({ messages }) => messages,
    );
  }

  /** The whole history of an address, newest entry first. `limit` is the size of a page. */
  eachHistoryEntry(
    input: Omit<GetSuppressionInput, 'cursor'>,
    options?: CallOptions,
  ): AsyncGenerator<HistoryEntry, void, void> {
    return itemsOf(
      (cursor) => this.getSuppression({ ...input, cursor }, options),
      ({ history }) => history.toReversed(),
    );
  }

  private operation<Id extends OperationId>(id: Id): MailfoldApi[Id] {
    const call = async (input: object = {}, options: CallOptions = {}) => {
      const key = options.idempotencyKey ?? crypto.randomUUID();
      const route: Route = routes[id];
      const request = requestFor(this.base, route, { ...input }, key);
      const timeoutMillis = Math.max(this.sending.timeoutMillis, route.slowestMillis ?? 0);
      return send(request, route.repeats, { ...this.sending, timeoutMillis }, options);
    };
    return call as MailfoldApi[Id];
  }
}

function parsedUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new TypeError(
      'url: expected the output ApiUrl of a stack, such as https://abc123.execute-api.eu-west-1.amazonaws.com, or http://127.0.0.1:4710 for the local stack',
    );
  return url;
}
