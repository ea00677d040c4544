import { cellIn, type Fields } from '../columns.ts';
import type { HistoryFormat, PastReports } from '../history-file.ts';
import { isObject, type JsonObject, listOf, objectIn, stringOf } from '../json.ts';
import { jsonRequest } from '../json-request.ts';
import { tableOf } from '../table.ts';

/**
 * Answers of `GET /messages/outbound/{id}/details`, and of `GET /bounces`, whose bounces are those of the webhook. Times have
 * another offset than in the webhook, so that the ids differ.
 */
export const historyFormat: HistoryFormat = {
  origin: 'answers of GET /messages/outbound/ID/details and of GET /bounces',
  listedUnder: ['Bounces'],
  hasWebhookIds: false,
  reportsPerRequest: 1,
  read(fields, text) {
    if (Array.isArray(fields['messageevents'])) return eventsOf(fields);
    if (fields['bouncedat'] !== undefined) return { reports: [withRecordType(text, bounceRecord(fields))] };
    throw new Error('expected a message with "MessageEvents" or a bounce with "BouncedAt", found neither');
  },
  requestOf: ([report = '']) => jsonRequest(report),
};

function bounceRecord(fields: Fields): string {
  return cellIn(fields, 'Type') === 'SpamComplaint' ? 'SpamComplaint' : 'Bounce';
}

/** The text keeps all digits of the id. */
function withRecordType(text: string, record: string): string {
  return text.replace(/^\s*\{/, `{"RecordType":${JSON.stringify(record)},`);
}

type Translate = (event: JsonObject, details: JsonObject) => object;

/** The types of `MessageEvents`, as the webhook reports them. */
const translations = tableOf<Translate>({
  Delivered: ({ ReceivedAt }, details) => ({
    RecordType: 'Delivery',
    DeliveredAt: ReceivedAt,
    Details: details['DeliveryMessage'],
  }),
  Transient: ({ ReceivedAt, Recipient }, details) => ({
    RecordType: 'Bounce',
    Type: 'Transient',
    Email: Recipient,
    BouncedAt: ReceivedAt,
    Details: details['DeliveryMessage'] ?? details['Summary'],
  }),
  Opened: ({ ReceivedAt }) => ({ RecordType: 'Open', ReceivedAt }),
  LinkClicked: ({ ReceivedAt }, details) => ({
    RecordType: 'Click',
    ReceivedAt,
    OriginalLink: details['Link'],
  }),
});

function eventsOf(fields: Fields): PastReports {
  const events = listOf(fields['messageevents']).filter(isObject);
  const reports = events.flatMap((event) => {
    const translate = translations.get(stringOf(event['Type']) ?? '');
    return translate
      ? [JSON.stringify({ ...mailOf(fields, event), ...translate(event, objectIn(event, 'Details')) })]
      : [];
  });
  // A bounce here does not say whether it was hard or soft.
  const isBounce = events.some((event) => event['Type'] === 'Bounced');
  return { reports, ...(isBounce && { leftOut: bounceLeftOut }) };
}

const bounceLeftOut =
  'bounces of a message, which do not say their kind: the answers of GET /bounces have them';

function mailOf(fields: Fields, { Recipient }: JsonObject): object {
  return {
    MessageID: fields['messageid'],
    Recipient,
    Tag: fields['tag'],
    MessageStream: fields['messagestream'],
    Metadata: fields['metadata'],
  };
}
