import { type Dimension, dimensions, eventTypes } from '../core/email-event.ts';
import type { ProviderManifest, ProviderProfile } from './manifest.ts';
import { manifests } from './manifests.ts';
import { profiles } from './profiles.ts';

type Row = ProviderManifest & ProviderProfile;
type Column = readonly [head: string, cell: (row: Row) => string];

const reported = eventTypes.filter((type) => type !== 'unknown');

/** docs/providers.md: what is known about each provider, by its manifest. */
export function providersPage(): string {
  const rows = manifests.map((manifest): Row => ({ ...manifest, ...profiles[manifest.name] }));
  return `# Providers

What Mailfold knows about each provider. \`npm run providers-page\` writes this page from the manifests in \`providers/\`, and a test
compares both. The name links the guide: set-up, events, doubts and sources.

## How they reach Mailfold

A path belongs to the URL that \`npx mailfold urls\` prints. The key is what \`npx mailfold secrets set\` takes.

${table(rows, [linkedWithNote, ['Path', pathOf], ['Posts', ({ posts }) => posts], ['Key', keyOf]])}

## How far their requests can be trusted

- **strong**: body and time are signed.
- **fair**: the body is signed, or bound to what is signed, but the time is not limited. A repeated request counts once, because its
  events have the same ids.
- **weak**: whoever knows the password, or has seen a request, can send others. The guide names what helps.

${table(rows, [
  linked,
  ['Verified by', ({ verifiedBy }) => verifiedBy],
  ['Strength', ({ strength }) => strength],
  ['An event is recognised by', ({ identity }) => identity],
])}

## What they report

Every other event is stored as \`unknown\`, without effect.

${table(rows, [linked, ...reported.map((type): Column => [`\`${type}\``, (row) => mark(row, type)])])}

## What they tell of the mail

For a mail that has it: *all* events say it, or *some*, or none. What only some events say must not group a rate
([why](decisions/dimensions.md)).

${table(rows, [linked, ...dimensions.map((name): Column => [dimensionNames[name], (row) => telling(row, name)])])}

## What they do with our answers

[answers.md](answers.md) lists what they are answered.

${table(rows, [
  linked,
  ['Success', ({ reactions }) => reactions.success],
  ['400, 401, 404, 413', ({ reactions }) => reactions.refused],
  ['429', ({ reactions }) => reactions.throttled],
  ['5xx, timeout', ({ reactions }) => reactions.failed],
  ['Gives up after', ({ reactions }) => reactions.givesUpAfter],
])}
`;
}

const linked: Column = ['Provider', ({ name, title }) => `[${title}](../providers/${name}/README.md)`];

const linkedWithNote: Column = [
  'Provider',
  (row) => (row.note ? `${linked[1](row)} (${row.note})` : linked[1](row)),
];

function pathOf({ name, transport, checksBy = [], mayCompress }: Row): string {
  const post = `\`POST /webhooks/${name}\``;
  const checks = checksBy.map((method) => `, and \`${method}\` to check it`).join('');
  const gzip = mayCompress ? ', also with gzip' : '';
  return `${transport === 'topic' ? "the stack's topic, or " : ''}${post}${checks}${gzip}`;
}

function keyOf({ key, keyLooksLike }: Row): string {
  return key.source === 'setting' ? `${keyLooksLike}, in the setting \`${key.setting}\`` : keyLooksLike;
}

const dimensionNames: Readonly<Record<Dimension, string>> = {
  stream: 'Stream',
  tags: 'Tags',
  template: 'Template',
  templateVersion: 'Its version',
  sendingDomain: 'Sending domain',
  ipPool: 'IP pool',
  sentAt: 'Time of sending',
  metadata: 'Metadata',
};

function telling({ tells }: Row, dimension: Dimension): string {
  return { always: 'all', sometimes: 'some', never: '–' }[tells[dimension]];
}

function mark({ reports }: Row, type: string): string {
  return reports.includes(type) ? '✓' : '–';
}

function table(rows: readonly Row[], columns: readonly Column[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(([head]) => head)),
    `|${'---|'.repeat(columns.length)}`,
    ...rows.map((row) => line(columns.map(([, cell]) => cell(row)))),
  ].join('\n');
}
