import { expect } from 'vitest';
import { because, path, type Question } from './same-questions.ts';

type Asked = Pick<Question, 'api' | 'cli'>;

const check = (addresses: readonly string[], stream?: string): Asked => ({
  api: () => ['POST', '/v1/suppressions/check', { addresses, stream }],
  cli: () => ['suppressions', 'check', ...addresses, ...(stream === undefined ? [] : ['--stream', stream])],
});
const add = (text: { because?: string; scope?: string }, address?: string): Asked => ({
  api: (who) => ['PUT', path(address ?? who), { because, ...text }],
  cli: (who) => [
    ...['suppressions', 'add', address ?? who, '--by', 'kim', '--because', text.because ?? because],
    ...(text.scope === undefined ? [] : ['--scope', text.scope]),
  ],
});
const release = (text: { because?: string; scope?: string }, address?: string): Asked => ({
  api: (who) => ['POST', `${path(address ?? who)}/release`, { because, ...text }],
  cli: (who) => [
    ...['suppressions', 'release', address ?? who, '--by', 'kim', '--because', text.because ?? because],
    ...(text.scope === undefined ? [] : ['--scope', text.scope]),
  ],
});
const recipient = (option: 'limit' | 'cursor', value: string, address = 'ana@example.com'): Asked => ({
  api: () => ['GET', `/v1/recipients/${encodeURIComponent(address)}/messages?${option}=${value}`],
  cli: () => ['recipient', address, `--${option}`, value],
});
const list = (option: 'limit' | 'cursor' | 'since' | 'reason' | 'domain', value: string): Asked => ({
  api: () => ['GET', `/v1/suppressions?${option}=${encodeURIComponent(value)}`],
  cli: () => ['suppressions', 'list', `--${option}=${value}`],
});
const status = (id: string, option?: 'limit' | 'cursor' | 'to', value = ''): Asked => ({
  api: () => [
    'GET',
    `/v1/messages/${encodeURIComponent(id)}${option ? `?${option}=${encodeURIComponent(value)}` : ''}`,
  ],
  cli: () => ['status', id, ...(option ? [`--${option}=${value}`] : [])],
});

const explain = (option: 'limit' | 'stream', value: string): Asked => ({
  api: () => ['GET', `${path('ana@example.com')}?${option}=${encodeURIComponent(value)}`],
  cli: () => ['explain', 'ana@example.com', `--${option}=${value}`],
});
const letters = (query: Readonly<Record<string, string>>, what: 'list' | 'show'): Asked => ({
  api: () => ['GET', `/v1/dead-letters${what === 'show' ? '/bodies' : ''}?${new URLSearchParams(query)}`],
  cli: () => ['dlq', what, ...Object.entries(query).map(([name, value]) => `--${name}=${value}`)],
});
const redrive = (filter: Readonly<Record<string, string>>): Asked => ({
  api: () => ['POST', '/v1/dead-letters/redrive', filter],
  cli: () => ['dlq', 'redrive', ...Object.entries(filter).map(([name, value]) => `--${name}=${value}`)],
});

const anAddress = 'expected an e-mail address';
const aScope = 'expected a scope of 1 to 400 characters';
const aStream = 'expected a stream of 1 to 400 characters';
const aReason = 'expected a reason of 1 to 1,000 characters';
const aLimit = 'expected a limit from 1 to 100';
const aCursor = 'expected a cursor from an earlier answer to the same request';
const aMessageId = 'expected a message id of 1 to 1,900 bytes';
const aTime = 'expected a time such as 2026-01-31T12:00:00Z';

const aDomain = 'expected a domain such as example.com';
const aProvider = 'expected a provider, or a source of this stack';
const aChoice = 'expected all dead letters, or some by provider or reason';

const people = (count: number) => Array.from({ length: count }, (_, index) => `p${index}@example.com`);

/** Requests that both refuse, in the same words. */
const refused: readonly (readonly [title: string, refusal: string, asked: Asked])[] = [
  ['a status with a page of none', aLimit, status('m1', 'limit', '0')],
  ['a status with a page of too many', aLimit, status('m1', 'limit', '101')],
  ['a status with a made-up cursor', aCursor, status('m1', 'cursor', 'made.up')],
  ['a status for what is not an address', anAddress, status('m1', 'to', 'ana')],
  ['messages of what is not an address', anAddress, recipient('limit', '5', '@example.com')],
  [
    'explanation of what is not an address',
    anAddress,
    { api: () => ['GET', path('@example.com')], cli: () => ['explain', '@example.com'] },
  ],
  ['suppression of what is not an address', anAddress, add({}, '@example.com')],
  ['release of what is not an address', anAddress, release({}, '@example.com')],
  [
    'check of two addresses, the second of which is not one',
    'address 2 of 2: expected an e-mail address such as ana@example.com',
    check(['ana@example.com', 'ana']),
  ],
  ['check of 101 addresses', 'expected 1 to 100 addresses', check(people(101))],
  ['check for an empty stream', aStream, check(['ana@example.com'], '')],
  ['check for a stream of spaces', aStream, check(['ana@example.com'], '  ')],
  ['check for a stream of 401 characters', aStream, check(['ana@example.com'], 's'.repeat(401))],
  ['suppression in an empty scope', aScope, add({ scope: '' })],
  ['suppression in a scope of one space', aScope, add({ scope: ' ' })],
  ['suppression in a scope of 401 characters', aScope, add({ scope: 's'.repeat(401) })],
  ['release of a scope of one space', aScope, release({ scope: ' ' })],
  ['suppression without a reason', aReason, add({ because: ' ' })],
  ['suppression with a reason of 1,001 characters', aReason, add({ because: 'r'.repeat(1_001) })],
  ['release without a reason', aReason, release({ because: '' })],
  ...['500', '0', '-1', '1.5', 'many'].flatMap((limit) => [
    [`messages with the limit ${limit}`, aLimit, recipient('limit', limit)] as const,
    [`list with the limit ${limit}`, aLimit, list('limit', limit)] as const,
  ]),
  ['list of what is not a domain', aDomain, list('domain', 'no domain')],
  ['explanation for a stream of spaces', aStream, explain('stream', ' ')],
  ['explanation with the limit 500', aLimit, explain('limit', '500')],
  [
    'suppression of 101 addresses',
    'expected 1 to 100 addresses',
    {
      api: () => ['POST', '/v1/suppressions/suppress', { addresses: people(101), because }],
      cli: () => ['suppressions', 'add', ...people(101), '--by', 'kim', '--because', because],
    },
  ],
  ['a redrive of nothing that was chosen', aChoice, redrive({})],
  ['a redrive with an empty reason', aChoice, redrive({ reason: '' })],
  ['a redrive with a blank provider', aChoice, redrive({ provider: ' ' })],
  ['a redrive of an unknown provider', aProvider, redrive({ provider: 'nosuch' })],
  ['dead letters of an unknown provider', aProvider, letters({ provider: 'nosuch' }, 'list')],
  ['the content of letters of an unknown provider', aProvider, letters({ provider: 'nosuch' }, 'show')],
  ['the content of 500 letters', aLimit, letters({ limit: '500' }, 'show')],
  ['the content of no letters', aLimit, letters({ limit: '0' }, 'show')],
  ['messages from a changed cursor', aCursor, recipient('cursor', 'changed')],
  ['list from a changed cursor', aCursor, list('cursor', 'changed')],
  ['list since no time', aTime, list('since', 'yesterday')],
  ['list since a time that does not exist', aTime, list('since', '2026-13-01T00:00:00Z')],
  ['list by an unknown cause', 'expected a cause: complaint, ', list('reason', 'boredom')],
  ['status of a message id of one space', aMessageId, status(' ')],
  ['status of empty angle brackets', aMessageId, status('<>')],
  ['status of a message id of 1,950 characters', aMessageId, status('m'.repeat(1_950))],
  [
    'explanation of empty angle brackets',
    aMessageId,
    { api: () => ['GET', `/v1/messages/${encodeURIComponent('< >')}`], cli: () => ['explain', '< >'] },
  ],
];

export const badQuestions: readonly Question[] = refused.map(([title, refusal, asked]) => ({
  title: `bad input: ${title}`,
  ...asked,
  expected: () => ({ kind: 'bad input', refusal: expect.stringContaining(refusal) }),
}));
