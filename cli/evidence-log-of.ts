import type { EvidenceLog } from '../app/ports/store.ts';
import { evidenceLog } from '../store/evidence-log.ts';
import { suppressionSettings, tablesOf } from './ports.ts';
import type { Target } from './target.ts';

/** For whole lists of suppressed addresses. */
export function evidenceLogOf(target: Target): EvidenceLog {
  const { messages, addresses } = tablesOf(target);
  return evidenceLog({
    client: target.dynamoDb,
    messagesTable: messages,
    addressesTable: addresses,
    settings: suppressionSettings(target),
    now: () => new Date(),
  });
}
