import type { z } from 'zod';
import { answerAbout, answerAboutMessage, detailsAbout } from '../../app/answers.ts';
import { listSuppressed, type Position } from '../../app/list-suppressions.ts';
import type { ApiDependencies } from '../../app/ports.ts';
import { foldSuppression, suppressedFor } from '../../core/fold-suppression.ts';
import { type Address, toAddress, toEventId } from '../../core/ids.ts';
import { type Moment, momentFromMillis } from '../../core/moment.ts';
import type { Cause, Release } from '../../core/suppression.ts';
import { ApiProblem, notFound } from './problem.ts';
import * as shapes from './schemas.ts';

type Input = { path: unknown; query: unknown; body: unknown; caller: string };

/** One route: what it takes, what it answers, and how. */
export type Operation = {
  readonly id: string;
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly summary: string;
  readonly writes: boolean;
  readonly input: { readonly path: z.ZodType; readonly query: z.ZodType; readonly body: z.ZodType };
  readonly answer: z.ZodType;
  readonly act: (input: Input, deps: ApiDependencies) => Promise<unknown>;
};

type Shape = z.ZodType;

/** Ties the shapes of the input to what the code gets: it sees only what was checked. */
function operation<
  Path extends Shape,
  Query extends Shape,
  Body extends Shape,
  Answer extends Shape,
>(definition: {
  id: string;
  method: Operation['method'];
  path: string;
  summary: string;
  writes?: boolean;
  input: { path: Path; query?: Query; body?: Body };
  answer: Answer;
  act: (
    input: { path: z.output<Path>; query: z.output<Query>; body: z.output<Body>; caller: string },
    deps: ApiDependencies,
  ) => Promise<z.input<Answer>>;
}): Operation {
  const { path, query = shapes.inputs.nothing, body = shapes.inputs.nothing } = definition.input;
  return {
    writes: false,
    ...definition,
    input: { path, query, body },
    act: definition.act as unknown as Operation['act'],
  };
}

export const operations: readonly Operation[] = [
  operation({
    id: 'getMessage',
    method: 'GET',
    path: '/v1/messages/{messageId}',
    summary: 'What became of a message, per recipient, with its timeline',
    input: { path: shapes.inputs.message },
    answer: shapes.messageAnswer,
    async act({ path: { messageId } }, deps) {
      const history = await deps.message(messageId.replace(/^<(.*)>$/, '$1'));
      if (!history) throw notFound('no event about this message has arrived');
      const worst = new Map<Address, Cause | undefined>();
      for (const { recipient } of history.recipients) {
        const suppression = foldSuppression(await deps.entriesOf(recipient), deps.settings);
        worst.set(recipient, suppressedFor(suppression)?.cause);
      }
      return answerAboutMessage(history, (address) => worst.get(address));
    },
  }),
  operation({
    id: 'listMessagesOfRecipient',
    method: 'GET',
    path: '/v1/recipients/{address}/messages',
    summary: 'The latest messages to an address, newest first',
    input: { path: shapes.inputs.address, query: shapes.inputs.page },
    answer: shapes.recipientMessages,
    async act({ path, query: { limit, cursor } }, deps) {
      const recipient = addressIn(path.address);
      const question = `messages of ${recipient}`;
      const from =
        cursor === undefined
          ? undefined
          : ((await deps.cursors.open(question, cursor)) as Record<string, unknown>);
      const { messages, next } = await deps.messagesTo(recipient, limit, from);
      return {
        recipient,
        messages: messages.map(({ messageId, firstSeenAt, status }) => ({
          messageId,
          status: status.type,
          since: status.occurredAt,
          provider: status.provider,
          firstSeenAt,
        })),
        ...(next && { cursor: await deps.cursors.seal(question, next) }),
      };
    },
  }),
  operation({
    id: 'getSuppression',
    method: 'GET',
    path: '/v1/suppressions/{address}',
    summary: 'Whether one may send to an address, why not, and its whole history',
    input: { path: shapes.inputs.address, query: shapes.inputs.stream },
    answer: shapes.suppressionDetails,
    async act({ path, query: { stream } }, deps) {
      const address = addressIn(path.address);
      return detailsAbout(address, await deps.entriesOf(address), deps.settings, stream);
    },
  }),
  operation({
    id: 'checkSuppressions',
    method: 'POST',
    path: '/v1/suppressions/check',
    summary: 'Whether one may send to up to 100 addresses: one answer each, in order',
    input: { path: shapes.inputs.nothing, body: shapes.inputs.check },
    answer: shapes.checkAnswer,
    async act({ body: { addresses, stream } }, deps) {
      const answers = addresses.map(async (text) => {
        const address = addressIn(text);
        return answerAbout(address, foldSuppression(await deps.entriesOf(address), deps.settings), stream);
      });
      return { answers: await Promise.all(answers) };
    },
  }),
  operation({
    id: 'listSuppressions',
    method: 'GET',
    path: '/v1/suppressions',
    summary: 'The addresses that are suppressed now, those with the newest evidence first',
    input: { path: shapes.inputs.nothing, query: shapes.inputs.list },
    answer: shapes.suppressionPage,
    async act({ query: { reason, since, limit, cursor } }, deps) {
      const question = `suppressions ${reason ?? ''} ${since ?? ''}`;
      const from =
        cursor === undefined ? undefined : ((await deps.cursors.open(question, cursor)) as Position);
      const { found, next } = await listSuppressed(
        { reason, since: since as Moment | undefined, limit, from },
        deps,
      );
      return { suppressions: found, ...(next && { cursor: await deps.cursors.seal(question, next) }) };
    },
  }),
  operation({
    id: 'suppress',
    method: 'PUT',
    path: '/v1/suppressions/{address}',
    summary: 'Suppress an address by hand',
    writes: true,
    input: { path: shapes.inputs.address, body: shapes.inputs.add },
    answer: shapes.suppressionDetails,
    async act({ path, body: { because, scope }, caller }, deps) {
      const address = addressIn(path.address);
      const entry = {
        address,
        scope,
        occurredAt: nowIn(deps),
        id: toEventId(deps.newId()),
        by: caller,
        because,
      };
      await deps.record({ ...entry, type: 'evidence', cause: 'manual' });
      return detailsAbout(address, await deps.entriesOf(address), deps.settings, undefined);
    },
  }),
  operation({
    id: 'release',
    method: 'POST',
    path: '/v1/suppressions/{address}/release',
    summary: 'End the suppression of an address; what happens later suppresses it again',
    writes: true,
    input: { path: shapes.inputs.address, body: shapes.inputs.release },
    answer: shapes.suppressionDetails,
    async act({ path, body: { because, scope, acknowledgeComplaint }, caller }, deps) {
      const address = addressIn(path.address);
      const release: Release = {
        type: 'release',
        address,
        scope,
        occurredAt: nowIn(deps),
        id: toEventId(deps.newId()),
        by: caller,
        because,
      };
      const before = foldSuppression(await deps.entriesOf(address), deps.settings).active;
      const ended = before.filter((each) => scope === '*' || each.scope === scope);
      if (ended.length === 0)
        throw new ApiProblem(409, 'Nothing to release', 'nothing is in force that this would end');
      if (ended.some(({ cause }) => cause === 'complaint') && !acknowledgeComplaint) {
        throw new ApiProblem(
          409,
          'Complaint',
          'this would end a complaint; say acknowledgeComplaint: true if you mean it',
        );
      }
      await deps.record(release);
      return detailsAbout(address, await deps.entriesOf(address), deps.settings, undefined);
    },
  }),
];

function addressIn(text: string): Address {
  try {
    if (!/^[^\s@]+@[^\s@]+$/.test(text.trim())) throw new Error('no address');
    return toAddress(text);
  } catch {
    throw new ApiProblem(400, 'Bad request', 'expected an e-mail address, found another text');
  }
}

function nowIn({ now }: ApiDependencies): Moment {
  return momentFromMillis(now().getTime());
}
