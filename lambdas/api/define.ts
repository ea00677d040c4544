import type { z } from 'zod';
import type { Answer, RefusalCode } from '../../app/answer.ts';
import type { Caller } from './caller.ts';
import { inputs } from './inputs.ts';
import { type ApiRoute, type RouteId, routes } from './routes.ts';

/** What is the same for all routes. */
type Asked = { caller: Caller; requestId?: string };
type Input = Asked & { path: unknown; query: unknown; body: unknown };
type Shape = z.ZodType;

/** The input and the answer of a route, and the use case behind it. */
export type Definition<
  Path extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Answered extends Shape = Shape,
  Ports = never,
> = {
  readonly input: { readonly path: Path; readonly query: Query; readonly body: Body };
  readonly answer: Answered;
  /** Every refusal that the use case can answer with. */
  readonly refusals: readonly RefusalCode[];
  readonly act: (input: Input, ports: Ports) => Promise<Answer<unknown>>;
};

/** Ports: what the use case needs from outside. */
export type Operation<Ports = never> = ApiRoute & Definition<Shape, Shape, Shape, Shape, Ports>;

type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;

type Nothing = typeof inputs.nothing;

/**
 * For the routes of functions that have these ports. Derives the types of `act` from the schemas, so that it only sees
 * validated input.
 */
export function definer<Ports>() {
  return <
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
      ports: Ports,
    ) => Promise<Answer<DeepReadonly<z.input<Answered>>>>;
  }): Definition<Path, Query, Body, Answered, Ports> => {
    const { nothing } = inputs;
    const { path = nothing, query = nothing, body = nothing } = definition.input;
    return {
      input: { path: path as Path, query: query as Query, body: body as Body },
      answer: definition.answer,
      refusals: definition.refusals,
      act: definition.act as unknown as Definition<Path, Query, Body, Answered, Ports>['act'],
    };
  };
}

/** The routes that have a definition here, with it. */
export function operationsOf<Ports>(
  definitions: Readonly<Partial<Record<RouteId, Definition<Shape, Shape, Shape, Shape, Ports>>>>,
): Operation<Ports>[] {
  return routes.flatMap((route) => {
    const definition = definitions[route.id];
    return definition ? [{ ...route, ...definition }] : [];
  });
}
