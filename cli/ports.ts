import { randomUUID } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { AuditReader, Renormalize, Repairer } from '../app/ports/audit.ts';
import type { DeadLetterQueue } from '../app/ports/dead-letters.ts';
import type { ForgettingStore } from '../app/ports/forgetting.ts';
import type { Clock, Cursors, Ids, MessageReader, SuppressionLog } from '../app/ports/store.ts';
import type { SuppressionSettings } from '../core/fold-suppression.ts';
import { outputs } from '../lib/outputs.ts';
import { topicProvider } from '../providers/manifests.ts';
import { normalizersWith } from '../providers/normalizers.ts';
import { deadLetterQueue } from '../queue/dead-letter-queue.ts';
import { readLetter } from '../queue/read-letter.ts';
import { auditReader } from '../store/audit-reader.ts';
import { auditRepairer } from '../store/audit-repairer.ts';
import { forgettingStore } from '../store/forgetting-store.ts';
import { storePorts } from '../store/ports.ts';
import type { Target } from './target.ts';

const now = () => new Date();

/** The ports of the use cases, on the stack that a command works on. */
export function portsOf(target: Target): MessageReader & SuppressionLog & Cursors & Clock & Ids {
  const store = storePorts({
    client: target.dynamoDb,
    messagesTable: target.output(outputs.messagesTableName),
    addressesTable: target.output(outputs.addressesTableName),
    settings: suppressionSettings(target),
    ownKey: ownKeyReader(target),
    now,
  });
  return { ...store, now, newId: randomUUID };
}

export function forgettingStoreOf(target: Target, onRead: (rows: number) => void): ForgettingStore {
  return forgettingStore({
    client: target.dynamoDb,
    tables: tablesOf(target),
    settings: suppressionSettings(target),
    ownKey: ownKeyReader(target),
    now,
    onRead,
  });
}

export function auditReaderOf(target: Target): AuditReader {
  return auditReader(target.dynamoDb, tablesOf(target), suppressionSettings(target));
}

export function auditRepairerOf(target: Target): Repairer {
  return auditRepairer(target.dynamoDb, tablesOf(target), suppressionSettings(target));
}

/** Reads stored payloads as the stack's consumer reads them. */
export function renormalizerOf(target: Target): Renormalize {
  const normalizerOf = normalizersWith(JSON.parse(target.output(outputs.standardWebhookSources)));
  return (payload, event) => {
    const normalizer = normalizerOf(event.provider);
    if (!normalizer) return { type: 'unknown-provider' };
    try {
      const { events, unreadable } = normalizer.normalize(normalizer.requestFor(payload, event));
      const [first] = unreadable;
      return events.length === 0 && first
        ? { type: 'unreadable', reason: first.reason }
        : { type: 'events', events };
    } catch (error) {
      return { type: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
    }
  };
}

/** `events`: what the consumer could not process. `topic`: what SNS could not deliver to the queue. */
export function deadLettersOf(target: Target, queue: 'events' | 'topic'): DeadLetterQueue {
  const url = queue === 'topic' ? outputs.sesDeadLetterQueueUrl : outputs.deadLetterQueueUrl;
  return deadLetterQueue({
    sqs: target.sqs,
    url: target.output(url),
    eventsQueueUrl: target.output(outputs.eventsQueueUrl),
    isRedrivable: queue === 'events',
    // Any other name is a source that the operator has named.
    read: (message) =>
      readLetter(message, topicProvider.name, (provider) => normalizersWith({ [provider]: {} })(provider)),
  });
}

export function suppressionSettings(target: Target): SuppressionSettings {
  return JSON.parse(target.output(outputs.suppressionSettings));
}

function tablesOf(target: Target) {
  return {
    messages: target.output(outputs.messagesTableName),
    addresses: target.output(outputs.addressesTableName),
  };
}

/** The key that the stack's functions hash with; read once, when first needed. */
function ownKeyReader(target: Target): () => Promise<string> {
  let ownKey: Promise<string> | undefined;
  return () => {
    ownKey ??= readOwnKey(target);
    return ownKey;
  };
}

async function readOwnKey(target: Target): Promise<string> {
  const { SecretString = '' } = await new SecretsManagerClient(target.settings).send(
    new GetSecretValueCommand({ SecretId: target.output(outputs.ownKeySecretName) }),
  );
  return SecretString;
}
