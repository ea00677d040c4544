import { randomUUID } from 'node:crypto';
import { SecretsProvider } from '@aws-lambda-powertools/parameters/secrets';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { digestOf } from '../../providers/event-id.ts';
import { storePorts } from '../../store/ports.ts';
import { readEnvironment } from '../read-environment.ts';
import { clientSettings } from './client-settings.ts';
import { apiVariables } from './environment.ts';
import type { StorePorts } from './store-operations.ts';

/** For the functions that read and write the tables. */
export function storePortsFromEnvironment(): Omit<StorePorts, 'hasTime'> {
  const environment = readEnvironment(apiVariables, 'lib/read-api.ts');
  const secrets = new SecretsProvider({ awsSdkV3Client: new SecretsManagerClient(clientSettings) });
  const now = () => new Date();
  const store = storePorts({
    client: DynamoDBDocumentClient.from(new DynamoDBClient(clientSettings), {
      marshallOptions: { removeUndefinedValues: true },
    }),
    messagesTable: environment.MESSAGES_TABLE,
    addressesTable: environment.ADDRESSES_TABLE,
    settings: JSON.parse(environment.SUPPRESSION),
    ownKey: async () => String(await secrets.get(environment.OWN_KEY_SECRET_NAME, { maxAge: 3_600 })),
    now,
  });
  return {
    ...store,
    now,
    newId: randomUUID,
    idOfLine: (cause, content) => digestOf('import', cause, content),
  };
}
