import type { AuditedAddress, AuditedMessage, AuditReader, Renormalize } from '../ports/audit.ts';
import { compareMessage } from './compare-message.ts';
import { compareAddressEntry, compareEntry, expectedEntry, recentEventOf } from './compare-suppression.ts';
import type { Finding } from './difference.ts';
import { findingsOfMisplaced } from './find-misplaced.ts';
import { judgeEvent } from './judge-event.ts';
import type { AuditSettings } from './settings.ts';

export type Comparing = {
  readonly reader: AuditReader;
  readonly settings: AuditSettings;
  /** Omit to trust the fields of the event rows, and not read their payloads. */
  readonly renormalize?: Renormalize;
};

export type MessageFindings = {
  readonly findings: readonly Finding[];
  readonly recipients: readonly string[];
  readonly unchecked: number;
};

/** Compares statuses with events, and the entries that the events require with the histories of their recipients. */
export async function findingsOfMessages(
  messages: readonly AuditedMessage[],
  { reader, settings, renormalize }: Comparing,
): Promise<MessageFindings[]> {
  const compared = messages.map((message) => compareMessage(message, settings, renormalize));
  const required = compared.map(({ events }) =>
    events.flatMap((event) => {
      const entry = expectedEntry(event, settings.causes);
      return entry ? [{ entry, recordedAt: event.storedAt }] : [];
    }),
  );
  const stored = await reader.findEntries(required.flat().map(({ entry }) => entry));
  const found = stored.values();
  return compared.map(({ findings, recipients, unchecked }, index) => {
    const ofEntries = (required[index] ?? []).flatMap(({ entry, recordedAt }) => {
      const [place] = reader.placesOfEntry(entry);
      return compareEntry(entry, place, found.next().value, recordedAt);
    });
    return { recipients, unchecked, findings: [...findings, ...ofEntries] };
  });
}

/** Compares the histories of addresses with the events that they name. */
export async function findingsOfAddresses(
  addresses: readonly AuditedAddress[],
  { reader, settings, renormalize }: Comparing,
): Promise<Finding[][]> {
  const namedEvents = addresses.flatMap(({ entries }) =>
    entries.flatMap(({ entry, problem }) => (problem ? [] : (recentEventOf(entry, settings) ?? []))),
  );
  const found = await reader.findEvents(namedEvents);
  return Promise.all(
    addresses.map(async (address) => [
      ...address.entries.flatMap((each) => {
        const event = each.problem ? undefined : recentEventOf(each.entry, settings);
        const row = event && found.get(reader.placeOfEvent(event));
        const judged = row && judgeEvent(row, settings, renormalize);
        return compareAddressEntry(each, judged, settings, reader.placesOfEntry);
      }),
      ...(await findingsOfMisplaced(address, reader)),
    ]),
  );
}
