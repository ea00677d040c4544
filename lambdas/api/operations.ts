import type { z } from 'zod';
import type { Answer, RefusalCode } from '../../app/answer.ts';
import { checkSuppressions } from '../../app/check-suppressions.ts';
import { explainAddress } from '../../app/explain-address.ts';
import { listSuppressions } from '../../app/list-suppressions.ts';
import { messageStatus } from '../../app/message-status.ts';
import type { Clock, Cursors, Ids, MessageReader, SuppressionLog } from '../../app/ports/store.ts';
import type { TimeLimit } from '../../app/ports/time-limit.ts';
import { recipientMessages } from '../../app/recipient-messages.ts';
import { release } from '../../app/release.ts';
import { suppress } from '../../app/suppress.ts';
import { inputs } from './inputs.ts';
import { type ApiRoute, routes } from './routes.ts';
import * as shapes from './schemas.ts';

/** Everything that the use cases need from outside. */
export type ApiPorts = MessageReader & SuppressionLog & Cursors & Clock & Ids & TimeLimit;

/** What is the same for all routes. */
type Asked = { caller: string; requestId?: string };
type Input = Asked & { path: unknown; query: unknown; body: unknown };
type Shape = z.ZodType;

/** The input and the answer of a route, and the use case behind it. */
type Definition<
  Path extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Answered extends Shape = Shape,
> = {
  readonly input: { readonly path: Path; readonly query: Query; readonly body: Body };
  readonly answer: Answered;
  /** Every refusal that the use case can answer with. */
  readonly refusals: readonly RefusalCode[];
  readonly act: (input: Input, ports: ApiPorts) => Promise<Answer<unknown>>;
};

export type Operation = ApiRoute & Definition;

type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;

type Nothing = typeof inputs.nothing;

/** Derives the types of `act` from the schemas, so that it only sees validated input. */
function define<
  Answered extends Shape,
  Path extends Shape = Nothing,
  Query extends Shape = Nothing,
  Body extends Shape = Nothing,
>(definition: {
  input: { path?: Path; query?: Query; body?: Body };
  answer: Answered;
  refusals: readonly RefusalCode[];
  act: (
    input: Asked & { path: z.output<Path>; query: z.output<Query>; body: z.output<Body> },
    ports: ApiPorts,
  ) => Promise<Answer<DeepReadonly<z.input<Answered>>>>;
}): Definition<Path, Query, Body, Answered> {
  const { nothing } = inputs;
  const { path = nothing, query = nothing, body = nothing } = definition.input;
  return {
    input: { path: path as Path, query: query as Query, body: body as Body },
    answer: definition.answer,
    refusals: definition.refusals,
    act: definition.act as unknown as Definition['act'],
  };
}

const definitions = {
  getMessage: define({
    input: { path: inputs.message, query: inputs.recipients },
    answer: shapes.messageReport,
    refusals: ['message-id-invalid', 'not-an-address', 'limit-invalid', 'cursor-invalid', 'message-unknown'],
    act: ({ path, query }, ports) => messageStatus({ ...path, ...query }, ports),
  }),
  listMessagesOfRecipient: define({
    input: { path: inputs.address, query: inputs.page },
    answer: shapes.recipientMessages,
    refusals: ['not-an-address', 'limit-invalid', 'cursor-invalid'],
    act: ({ path, query }, ports) => recipientMessages({ ...path, ...query }, ports),
  }),
  getSuppression: define({
    input: { path: inputs.address, query: inputs.history },
    answer: shapes.addressExplanation,
    refusals: ['not-an-address', 'stream-invalid', 'limit-invalid', 'cursor-invalid'],
    act: ({ path, query }, ports) => explainAddress({ ...path, ...query }, ports),
  }),
  checkSuppressions: define({
    input: { body: inputs.check },
    answer: shapes.checkAnswer,
    refusals: ['addresses-invalid', 'not-an-address', 'stream-invalid'],
    act: ({ body }, ports) => checkSuppressions(body, ports),
  }),
  listSuppressions: define({
    input: { query: inputs.list },
    answer: shapes.suppressionPage,
    refusals: ['cause-unknown', 'time-invalid', 'limit-invalid', 'cursor-invalid'],
    act: ({ query }, ports) => listSuppressions(query, ports),
  }),
  suppress: define({
    input: { path: inputs.address, body: inputs.suppress },
    answer: shapes.addressExplanation,
    refusals: [
      'not-an-address',
      'scope-invalid',
      'reason-invalid',
      'name-invalid',
      'request-id-invalid',
      'manual-switched-off',
    ],
    act: ({ path, body, caller: by, requestId }, ports) =>
      suppress({ ...path, ...body, by, requestId }, ports),
  }),
  release: define({
    input: { path: inputs.address, body: inputs.release },
    answer: shapes.released,
    refusals: [
      'not-an-address',
      'scope-invalid',
      'reason-invalid',
      'name-invalid',
      'request-id-invalid',
      'nothing-to-release',
      'complaint-not-acknowledged',
    ],
    act: ({ path, body, caller: by, requestId }, ports) =>
      release({ ...path, ...body, by, requestId }, ports),
  }),
};

export type Definitions = typeof definitions;

export const operations: readonly Operation[] = routes.map((route) => ({
  ...route,
  ...definitions[route.id],
}));
