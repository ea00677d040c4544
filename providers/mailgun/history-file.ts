import type { HistoryFormat } from '../history-file.ts';
import { isObject } from '../json.ts';
import { jsonRequest } from '../json-request.ts';

/** Answers of `GET /v3/{domain}/events`: the events that the webhook reports as `event-data`. */
export const historyFormat: HistoryFormat = {
  origin: 'answers of GET /v3/DOMAIN/events, all pages in one file or in several',
  listedUnder: ['items'],
  hasWebhookIds: true,
  reportsPerRequest: 1,
  read(fields, text) {
    // A saved webhook has the event beside its signature.
    const event = fields['eventdata'];
    if (isObject(event)) return { reports: [JSON.stringify(event)] };
    if (typeof fields['event'] !== 'string') throw new Error('expected an event with "event", found none');
    return { reports: [text] };
  },
  requestOf: ([report = '']) => jsonRequest(`{"signature":{},"event-data":${report}}`),
};
