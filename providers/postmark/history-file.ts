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
  SubscriptionChanged: ({ ReceivedAt }, details) => ({
    RecordType: 'SubscriptionChange',
    ChangedAt: ReceivedAt,
    Origin: details['Origin'],
    SuppressSending: details['SuppressSending'],
    // It does not say the reason. Of those that come from a recipient, a bounce is told apart before; a complaint is also among
    // the answers of GET /bounces, and beside it an unsubscribe from the stream changes nothing.
    SuppressionReason: details['SuppressionReason'] ?? 'ManualSuppression',
  }),
});

function eventsOf(fields: Fields): PastReports {
  const events = listOf(fields['messageevents']).filter(isObject);
  const bounced = new Set(events.filter(({ Type }) => Type === 'Bounced').map(({ Recipient }) => Recipient));
  const reports: string[] = [];
  const leftOut = new Set<string>();
  for (const event of events) {
    const type = stringOf(event['Type']) ?? '';
    const translate = translations.get(type);
    if (type === 'Bounced') leftOut.add(bounceLeftOut);
    else if (type === 'SubscriptionChanged' && bounced.has(event['Recipient'])) leftOut.add(changeLeftOut);
    else if (!translate) leftOut.add(`events of type "${type}", which Mailfold does not know`);
    else
      reports.push(
        JSON.stringify({ ...mailOf(fields, event), ...translate(event, objectIn(event, 'Details')) }),
      );
  }
  return { reports, ...(leftOut.size > 0 && { leftOut: [...leftOut] }) };
}

/** A bounce here does not say whether it was hard or soft. */
const bounceLeftOut =
  'bounces of a message, which do not say their kind: the answers of GET /bounces have them';

/** It would look as if the recipient had unsubscribed. */
const changeLeftOut =
  'changes of the suppression list after a bounce: the answers of GET /bounces have the reason';

function mailOf(fields: Fields, { Recipient }: JsonObject): object {
  return {
    MessageID: fields['messageid'],
    Recipient,
    Tag: fields['tag'],
    MessageStream: fields['messagestream'],
    Metadata: fields['metadata'],
  };
}
