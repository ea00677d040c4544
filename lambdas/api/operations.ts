import type { z } from 'zod';
import type { Answer } from '../../app/answer.ts';
import { checkSuppressions } from '../../app/check-suppressions.ts';
import { explainAddress } from '../../app/explain-address.ts';
import { listSuppressions } from '../../app/list-suppressions.ts';
import { messageStatus } from '../../app/message-status.ts';
import type { Clock, Cursors, Ids, MessageReader, SuppressionLog } from '../../app/ports/store.ts';
import { recipientMessages } from '../../app/recipient-messages.ts';
import { release } from '../../app/release.ts';
import { suppress } from '../../app/suppress.ts';
import { type ApiRoute, type RouteId, routes } from './routes.ts';
import * as shapes from './schemas.ts';

/** Everything that the use cases need from outside. */
export type ApiPorts = MessageReader & SuppressionLog & Cursors & Clock & Ids;

type Input = { path: unknown; query: unknown; body: unknown; caller: string };
type Shape = z.ZodType;

/** The input and the answer of a route, and the use case behind it. */
type Definition = {
  readonly input: { readonly path: Shape; readonly query: Shape; readonly body: Shape };
  readonly answer: Shape;
  readonly act: (input: Input, ports: ApiPorts) => Promise<Answer<unknown>>;
};

export type Operation = ApiRoute & Definition;

type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;

/** Derives the types of `act` from the schemas, so that it only sees validated input. */
function define<
  Path extends Shape,
  Query extends Shape,
  Body extends Shape,
  Answered extends Shape,
>(definition: {
  input: { path?: Path; query?: Query; body?: Body };
  answer: Answered;
  act: (
    input: { path: z.output<Path>; query: z.output<Query>; body: z.output<Body>; caller: string },
    ports: ApiPorts,
  ) => Promise<Answer<DeepReadonly<z.input<Answered>>>>;
}): Definition {
  const {
    path = shapes.inputs.nothing,
    query = shapes.inputs.nothing,
    body = shapes.inputs.nothing,
  } = definition.input;
  return {
    input: { path, query, body },
    answer: definition.answer,
    act: definition.act as unknown as Definition['act'],
  };
}

const definitions: Readonly<Record<RouteId, Definition>> = {
  getMessage: define({
    input: { path: shapes.inputs.message },
    answer: shapes.messageReport,
    act: ({ path }, ports) => messageStatus(path, ports),
  }),
  listMessagesOfRecipient: define({
    input: { path: shapes.inputs.address, query: shapes.inputs.page },
    answer: shapes.recipientMessages,
    act: ({ path, query }, ports) => recipientMessages({ ...path, ...query }, ports),
  }),
  getSuppression: define({
    input: { path: shapes.inputs.address, query: shapes.inputs.history },
    answer: shapes.addressExplanation,
    act: ({ path, query }, ports) => explainAddress({ ...path, ...query }, ports),
  }),
  checkSuppressions: define({
    input: { body: shapes.inputs.check },
    answer: shapes.checkAnswer,
    act: ({ body }, ports) => checkSuppressions(body, ports),
  }),
  listSuppressions: define({
    input: { query: shapes.inputs.list },
    answer: shapes.suppressionPage,
    act: ({ query }, ports) => listSuppressions(query, ports),
  }),
  suppress: define({
    input: { path: shapes.inputs.address, body: shapes.inputs.suppress },
    answer: shapes.addressExplanation,
    act: ({ path, body, caller }, ports) => suppress({ ...path, ...body, by: caller }, ports),
  }),
  release: define({
    input: { path: shapes.inputs.address, body: shapes.inputs.release },
    answer: shapes.released,
    act: ({ path, body, caller }, ports) => release({ ...path, ...body, by: caller }, ports),
  }),
};

export const operations: readonly Operation[] = routes.map((route) => ({
  ...route,
  ...definitions[route.id],
}));
