import type { AuditReader, Renormalize, Repairer } from '../app/ports/audit.ts';
import { outputs } from '../lib/outputs.ts';
import { normalizersWith } from '../providers/normalizers.ts';
import { auditReader } from '../store/audit-reader.ts';
import { auditRepairer } from '../store/audit-repairer.ts';
import { suppressionSettings, tablesOf } from './ports.ts';
import type { Target } from './target.ts';

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
