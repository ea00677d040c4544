import type { StoredFacts } from '../app/ports/lake.ts';
import { type DimensionSettings, sendingDomainBy } from '../core/dimension-settings.ts';
import type { Dimension } from '../core/email-event.ts';
import { toAddress } from '../core/ids.ts';
import { millisOf } from '../core/moment.ts';
import { eventHash, type LakeHashes } from './lake-hashes.ts';
import { mailboxProviderOf } from './mailbox-provider.ts';
import { rowVersion, type ToldRow } from './told-columns.ts';
import { linkWithoutQuery, nameWithoutAddress } from './without-address.ts';

export type TellingContext = {
  readonly hashes: LakeHashes;
  readonly settings: DimensionSettings;
  /** Whether the provider tells the dimension with every event of a send that has it. */
  readonly isAlwaysTold: (provider: string, dimension: Dimension) => boolean;
};

/**
 * The row of an event. It names nobody: addresses are hashed with Mailfold's own key, and diagnostics and payloads are left
 * out. A dimension that the provider tells only sometimes is left out too, because what is told only with bad news would give
 * every group a bad rate.
 */
export function toldRow(facts: StoredFacts, context: TellingContext): ToldRow {
  const { provider, messageId, type } = facts;
  const { hashes } = context;
  const recipient = facts.recipient === undefined ? '' : canonical(facts.recipient);
  const domain = recipient.slice(recipient.lastIndexOf('@') + 1);
  const hasDomain = recipient.includes('@');
  const machine = 'machine' in facts ? facts.machine : undefined;
  return {
    occurred_at: millisOf(facts.occurredAt),
    received_at: timeIn(facts.receivedAt),
    type,
    provider,
    event: eventHash(provider, facts.id),
    unit: hashes.unit(provider, messageId, recipient),
    person: recipient === '' ? null : hashes.person(recipient),
    message_id: messageId,
    recipient_domain: hasDomain ? domain : null,
    mailbox: hasDomain ? mailboxProviderOf(domain) : null,
    machine: machine?.likely ?? null,
    rule: nameWithoutAddress(machine?.rule),
    reason: 'reason' in facts ? nameWithoutAddress(facts.reason) : null,
    smtp_status: 'smtpStatus' in facts ? nameWithoutAddress(facts.smtpStatus) : null,
    link: 'url' in facts && facts.url !== undefined ? linkWithoutQuery(facts.url) : null,
    scope: 'scope' in facts ? nameWithoutAddress(facts.scope) : null,
    ...dimensionsOf(facts, context),
    v: rowVersion,
  };
}

type DimensionColumns = Pick<
  ToldRow,
  'sent_at' | 'sending_domain' | 'stream' | 'template' | 'template_version' | 'tags' | 'ip_pool' | 'metadata'
>;

function dimensionsOf(facts: StoredFacts, { settings, isAlwaysTold }: TellingContext): DimensionColumns {
  const { provider } = facts;
  const told = <Name extends Dimension>(name: Name): StoredFacts[Name] | undefined =>
    facts[name] !== undefined && isAlwaysTold(provider, name) ? facts[name] : undefined;
  const metadata = told('metadata') ?? {};
  const argument = (column: keyof DimensionSettings['fromMetadata']) =>
    metadata[settings.fromMetadata[column] ?? ''];
  const tags = told('tags');
  return {
    sent_at: timeIn(told('sentAt')),
    sending_domain: nameWithoutAddress(
      argument('domain') ??
        sendingDomainBy(settings.sendingDomains[provider], {
          stream: told('stream'),
          tags,
          server: facts.server,
        }) ??
        told('sendingDomain'),
    ),
    stream: nameWithoutAddress(argument('stream') ?? told('stream')),
    template: nameWithoutAddress(argument('template') ?? told('template')),
    template_version: nameWithoutAddress(argument('template-version') ?? told('templateVersion')),
    tags: tags === undefined ? null : namesIn(tags),
    ip_pool: nameWithoutAddress(argument('ip-pool') ?? told('ipPool')),
    metadata: chosen(metadata, settings.metadata),
  };
}

/** Each name once and sorted, so that two reports of one send never differ. */
function namesIn(tags: readonly string[]): string[] | null {
  const names = tags.map(nameWithoutAddress).filter((name) => name !== null);
  if (names.length <= 1) return names.length === 0 ? null : names;
  return [...new Set(names)].sort();
}

/** The chosen custom arguments as JSON. All others stay out: many senders put an id of the recipient there. */
function chosen(metadata: Readonly<Record<string, string>>, names: readonly string[]): string | null {
  const entries = names.flatMap((name) => {
    const value = nameWithoutAddress(metadata[name]);
    return value === null ? [] : [[name, value]];
  });
  return entries.length === 0 ? null : JSON.stringify(Object.fromEntries(entries));
}

/** Rows of earlier versions can have another spelling of the address, and must not become another person. */
function canonical(address: string): string {
  return /^[a-z0-9._+-]+@[a-z0-9.-]+$/.test(address) ? address : toAddress(address);
}

function timeIn(text: string | undefined): number | null {
  const millis = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(millis) ? null : millis;
}
