import type { HistoryFormat } from '../history-file.ts';
import { jsonRequest } from '../json-request.ts';

/** Files that Firehose wrote from a configuration set: the reports that SES also publishes to a topic. */
export const historyFormat: HistoryFormat = {
  origin: 'files that Amazon Data Firehose wrote to S3 from a configuration set',
  hasWebhookIds: true,
  reportsPerRequest: 1,
  read(fields, text) {
    if (
      fields['eventtype'] === undefined &&
      fields['notificationtype'] === undefined &&
      fields['message'] === undefined
    )
      throw new Error('expected a report of SES with "eventType", found none');
    return { reports: [text] };
  },
  requestOf: ([report = '']) => jsonRequest(report),
};
