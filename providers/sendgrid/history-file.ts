import { millisOf } from '../../core/moment.ts';
import { momentFromAny } from '../../core/read-moment.ts';
import { cellIn, type Fields } from '../columns.ts';
import type { HistoryFormat } from '../history-file.ts';
import { isObject, parseJson, stringsOf } from '../json.ts';
import { jsonRequest } from '../json-request.ts';
import { tableOf } from '../table.ts';

/** Email Activity, exported as CSV: one row for each event of the last 30 days. It has no event ids. */
export const historyFormat: HistoryFormat = {
  origin: 'Email Activity, exported as CSV',
  columns: ['processed', 'message_id', 'event', 'email'],
  hasWebhookIds: false,
  reportsPerRequest: 100,
  read: (fields) => ({ reports: [JSON.stringify(reportOf(fields))] }),
  requestOf: (reports) => jsonRequest(`[${reports.join(',')}]`),
};

/** The words of Email Activity, and those of the webhook for the same. Words that are not listed are the same. */
const words = tableOf<string>({
  bounced: 'bounce',
  opened: 'open',
  clicked: 'click',
  spam_report: 'spamreport',
});

/** The row as the webhook reports it. */
function reportOf(fields: Fields): Record<string, unknown> {
  const word = cellIn(fields, 'event')?.toLowerCase();
  const time = cellIn(fields, 'processed');
  if (!word) throw new Error('expected an event in "event", found nothing');
  if (!time) throw new Error('expected a time in "processed", found nothing');
  const event = words.get(word) ?? word;
  const reason = cellIn(fields, 'reason');
  const report = {
    email: cellIn(fields, 'email'),
    event,
    timestamp: Math.floor(millisOf(momentFromAny(time)) / 1_000),
    sg_message_id: cellIn(fields, 'message_id'),
    reason,
    type: event === 'bounce' ? bounceType(cellIn(fields, 'type'), reason) : cellIn(fields, 'type'),
    status: enhancedStatus(reason),
    attempt: cellIn(fields, 'attempt'),
    url: cellIn(fields, 'url'),
    useragent: cellIn(fields, 'user_agent'),
    asm_group_id: cellIn(fields, 'asm_group_id'),
    sg_template_id: cellIn(fields, 'template_id'),
    category: listIn(cellIn(fields, 'categories')),
    subject: cellIn(fields, 'subject'),
  };
  const told = Object.entries(report).filter(([, value]) => value !== undefined);
  // The webhook has custom arguments beside its own fields, which they cannot replace.
  return { ...objectIn(cellIn(fields, 'unique_args')), ...Object.fromEntries(told) };
}

/** Without a type, only a permanent answer of the server shows a bounce: a block must not suppress the address. */
function bounceType(type: string | undefined, reason = ''): string {
  if (type) return type;
  return /^\s*5\d\d\b|\b5\.\d{1,3}\.\d{1,3}\b/.test(reason) ? 'bounce' : 'blocked';
}

function enhancedStatus(reason = ''): string | undefined {
  return /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(reason)?.[0];
}

/** A JSON list, or words between commas. */
function listIn(text: string | undefined): string[] | undefined {
  if (!text) return undefined;
  const value = valueIn(text);
  const list = Array.isArray(value) ? stringsOf(value) : text.split(',').map((each) => each.trim());
  const filled = list.filter((each) => each !== '');
  return filled.length > 0 ? filled : undefined;
}

function objectIn(text: string | undefined): object {
  const value = text ? valueIn(text) : undefined;
  return isObject(value) ? value : {};
}

function valueIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
