import type { Runner } from './runner.ts';
import { athena } from './runners/athena.ts';
import { buckets } from './runners/buckets.ts';
import { customDomains } from './runners/custom-domains.ts';
import { eventSourceMappings } from './runners/event-source-mappings.ts';
import { events } from './runners/events.ts';
import { functionVersions } from './runners/function-versions.ts';
import { functions } from './runners/functions.ts';
import { httpApis } from './runners/http-apis.ts';
import { httpRoutes } from './runners/http-routes.ts';
import { invocations } from './runners/invocations.ts';
import { jwtAuthorizers } from './runners/jwt-authorizers.ts';
import { queues } from './runners/queues.ts';
import { roles } from './runners/roles.ts';
import { schedules } from './runners/schedules.ts';
import { secrets } from './runners/secrets.ts';
import { subscriptions } from './runners/subscriptions.ts';
import { tables } from './runners/tables.ts';
import { topics } from './runners/topics.ts';

/** In the order they start; they stop in the opposite order. */
export const runners: readonly Runner[] = [
  // First, since functions may be told the URL of an API, and where people sign in.
  httpApis,
  customDomains,
  jwtAuthorizers,
  roles,
  tables,
  queues,
  topics,
  subscriptions,
  buckets,
  athena,
  secrets,
  functions,
  functionVersions,
  invocations,
  events,
  eventSourceMappings,
  schedules,
  // Last, so that a request finds everything ready.
  httpRoutes,
];
