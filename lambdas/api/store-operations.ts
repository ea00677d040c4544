import { releaseMany, suppressMany } from '../../app/change-many.ts';
import { checkSuppressions } from '../../app/check-suppressions.ts';
import { countSuppressions } from '../../app/count-suppressions.ts';
import { eventPayload } from '../../app/event-payload.ts';
import { explainAddress } from '../../app/explain-address.ts';
import { importLines } from '../../app/import-lines.ts';
import { listSuppressions } from '../../app/list-suppressions.ts';
import { messageStatus } from '../../app/message-status.ts';
import type {
  Clock,
  Cursors,
  Ids,
  LineIds,
  MessageReader,
  PayloadReader,
  SuppressionLog,
} from '../../app/ports/store.ts';
import type { TimeLimit } from '../../app/ports/time-limit.ts';
import { previewReleases } from '../../app/preview-releases.ts';
import { recipientMessages } from '../../app/recipient-messages.ts';
import { release } from '../../app/release.ts';
import { suppress } from '../../app/suppress.ts';
import { consoleInputs } from './console-inputs.ts';
import * as consoleShapes from './console-schemas.ts';
import { definer, operationsOf } from './define.ts';
import { inputs } from './inputs.ts';
import * as shapes from './schemas.ts';

/** What the use cases behind the routes of the reader and the writer need from outside. */
export type StorePorts = MessageReader &
  PayloadReader &
  SuppressionLog &
  Cursors &
  Clock &
  Ids &
  LineIds &
  TimeLimit;

const define = definer<StorePorts>();

export const storeDefinitions = {
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
    refusals: ['cause-unknown', 'time-invalid', 'domain-invalid', 'limit-invalid', 'cursor-invalid'],
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
    act: ({ path, body, caller: { name: by }, requestId }, ports) =>
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
    act: ({ path, body, caller: { name: by }, requestId }, ports) =>
      release({ ...path, ...body, by, requestId }, ports),
  }),
  getEventPayload: define({
    input: { path: inputs.message, query: consoleInputs.event },
    answer: consoleShapes.eventPayload,
    refusals: ['message-id-invalid', 'event-id-invalid', 'time-invalid', 'event-unknown'],
    act: ({ path, query }, ports) => eventPayload({ ...path, ...query }, ports),
  }),
  countSuppressions: define({
    input: { query: consoleInputs.counts },
    answer: consoleShapes.suppressionCounts,
    refusals: ['cause-unknown', 'time-invalid', 'domain-invalid'],
    act: ({ query }, ports) => countSuppressions(query, ports),
  }),
  previewReleases: define({
    input: { body: consoleInputs.preview },
    answer: consoleShapes.releasePreviews,
    refusals: ['addresses-invalid', 'not-an-address', 'scope-invalid'],
    act: ({ body }, ports) => previewReleases(body, ports),
  }),
  suppressMany: define({
    input: { body: consoleInputs.suppressMany },
    answer: consoleShapes.changes,
    refusals: ['addresses-invalid'],
    act: ({ body, caller: { name: by }, requestId }, ports) =>
      suppressMany({ ...body, by, requestId }, ports),
  }),
  releaseMany: define({
    input: { body: consoleInputs.releaseMany },
    answer: consoleShapes.changes,
    refusals: ['addresses-invalid'],
    act: ({ body, caller: { name: by }, requestId }, ports) => releaseMany({ ...body, by, requestId }, ports),
  }),
  importSuppressions: define({
    input: { body: consoleInputs.lines },
    answer: consoleShapes.imported,
    refusals: ['lines-invalid', 'reason-invalid', 'name-invalid'],
    act: ({ body, caller: { name: by } }, ports) => importLines({ ...body, by }, ports),
  }),
};

export const storeOperations = operationsOf<StorePorts>(storeDefinitions);
