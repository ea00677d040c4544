import { checkSuppressions } from '../../app/check-suppressions.ts';
import { explainAddress } from '../../app/explain-address.ts';
import { listSuppressions } from '../../app/list-suppressions.ts';
import { messageStatus } from '../../app/message-status.ts';
import type { Clock, Cursors, Ids, MessageReader, SuppressionLog } from '../../app/ports/store.ts';
import type { TimeLimit } from '../../app/ports/time-limit.ts';
import { recipientMessages } from '../../app/recipient-messages.ts';
import { release } from '../../app/release.ts';
import { suppress } from '../../app/suppress.ts';
import { definer, operationsOf } from './define.ts';
import { inputs } from './inputs.ts';
import * as shapes from './schemas.ts';

/** What the use cases behind the routes of the reader and the writer need from outside. */
export type StorePorts = MessageReader & SuppressionLog & Cursors & Clock & Ids & TimeLimit;

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

export const storeOperations = operationsOf<StorePorts>(storeDefinitions);
