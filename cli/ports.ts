import { randomUUID } from 'node:crypto';
import type { Clock, Cursors, Ids, MessageReader, SuppressionLog } from '../app/ports/store.ts';
import { noTimeLimit, type TimeLimit } from '../app/ports/time-limit.ts';
import type { SuppressionSettings } from '../core/fold-suppression.ts';
import { outputs } from '../lib/outputs.ts';
import { storePorts } from '../store/ports.ts';
import type { Target } from './target.ts';

const now = () => new Date();

/** The ports of the use cases, on the stack that a command works on. */
export function portsOf(target: Target): MessageReader & SuppressionLog & Cursors & Clock & Ids & TimeLimit {
  const store = storePorts({
    client: target.dynamoDb,
    messagesTable: target.output(outputs.messagesTableName),
    addressesTable: target.output(outputs.addressesTableName),
    settings: suppressionSettings(target),
    ownKey: ownKeyReader(target),
    now,
  });
  return { ...store, ...noTimeLimit, now, newId: randomUUID };
}

export function suppressionSettings(target: Target): SuppressionSettings {
  return JSON.parse(target.output(outputs.suppressionSettings));
}

export function tablesOf(target: Target) {
  return {
    messages: target.output(outputs.messagesTableName),
    addresses: target.output(outputs.addressesTableName),
  };
}

/** The key that the stack's functions hash with; read once, when first needed. */
export function ownKeyReader(target: Target): () => Promise<string> {
  let ownKey: Promise<string> | undefined;
  return () => {
    ownKey ??= readOwnKey(target);
    return ownKey;
  };
}

async function readOwnKey(target: Target): Promise<string> {
  // Loaded only here: many questions need no key.
  const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const { SecretString = '' } = await new SecretsManagerClient(target.settings).send(
    new GetSecretValueCommand({ SecretId: target.output(outputs.ownKeySecretName) }),
  );
  return SecretString;
}
