/** A question that people ask, ready to be asked. */
export type Question = {
  readonly name: string;
  readonly asks: string;
  /** With `{from}`, `{to}` and other parameters, which become literals. */
  readonly sql: string;
  /** Parameters besides the days, and what they are unless said otherwise. */
  readonly parameters?: Readonly<Record<string, string>>;
};

const days = 'day between {from} and {to}';

/** SQL that both engines read alike: floating point for shares, no arithmetic with dates. */
export const questions: readonly Question[] = [
  {
    name: 'bounce-rate',
    asks: 'What is the bounce rate of each day?',
    sql: `select day, sent, bounced, bounce_percent
from rates_by_day
where ${days}
order by day`,
  },
  {
    name: 'complaints-by-domain',
    asks: 'Which sending domain gets the most complaints?',
    sql: `select
  coalesce(sending_domain, '(not told)') as sending_domain,
  cast(sum(delivered) as bigint) as delivered,
  cast(sum(complained) as bigint) as complained,
  100e0 * sum(complained) / nullif(sum(delivered), 0) as complaint_percent
from rates_by_domain
where ${days}
group by sending_domain
order by complaint_percent desc, sending_domain`,
  },
  {
    name: 'clicks-by-version',
    asks: 'Which version of a template is clicked more?',
    parameters: { template: 'newsletter' },
    sql: `select
  template_version,
  cast(sum(delivered) as bigint) as delivered,
  100e0 * sum(opened) / nullif(sum(delivered), 0) as open_percent,
  100e0 * sum(clicked) / nullif(sum(delivered), 0) as click_percent
from rates_by_template
where ${days} and template = {template}
group by template_version
order by template_version`,
  },
  {
    name: 'bounce-reasons',
    asks: 'Why do messages bounce, and where?',
    sql: `select mailbox, type, smtp_status, reason, count(*) as bounces
from events
where ${days} and type in ('hard_bounce', 'soft_bounce')
group by mailbox, type, smtp_status, reason
order by bounces desc, mailbox, type, smtp_status, reason
limit 20`,
  },
  {
    name: 'mailbox-health',
    asks: 'Which mailbox provider takes our mail less well than the others?',
    sql: `select
  mailbox,
  cast(sum(sent) as bigint) as sent,
  100e0 * sum(delivered) / nullif(sum(sent), 0) as delivery_percent,
  100e0 * sum(bounced) / nullif(sum(sent), 0) as bounce_percent,
  100e0 * sum(complained) / nullif(sum(delivered), 0) as complaint_percent
from rates_by_mailbox
where ${days}
group by mailbox
order by sent desc, mailbox`,
  },
  {
    name: 'machine-opens',
    asks: 'How many opens come from programs?',
    sql: `select
  mailbox,
  count_if(opened) as by_people,
  count_if(opened_by_machine) as by_programs,
  100e0 * count_if(opened_by_machine and not opened) / nullif(count_if(opened or opened_by_machine), 0)
    as only_programs_percent
from sends
where ${days} and was_delivered
group by mailbox
order by mailbox`,
  },
  {
    name: 'best-hour',
    asks: 'At what hour is mail opened most?',
    sql: `select
  hour(sent_at) as hour_of_sending,
  count_if(was_delivered) as delivered,
  100e0 * count_if(was_delivered and opened) / nullif(count_if(was_delivered), 0) as open_percent
from sends
where ${days}
group by hour(sent_at)
order by hour_of_sending`,
  },
  {
    name: 'unsubscribes-by-tag',
    asks: 'Which kind of mail do people unsubscribe from?',
    sql: `select
  tag,
  count_if(was_delivered) as delivered,
  count_if(was_delivered and unsubscribed) as unsubscribed,
  100e0 * count_if(was_delivered and unsubscribed) / nullif(count_if(was_delivered), 0) as unsubscribe_percent
from sends
cross join unnest(tags) as each(tag)
where ${days}
group by tag
order by unsubscribe_percent desc, tag`,
  },
  {
    name: 'silent-people',
    asks: 'How many people get mail and never open any?',
    parameters: { messages: '5' },
    sql: `select
  count(*) as people,
  count_if(opens = 0) as who_never_opened,
  100e0 * count_if(opens = 0) / nullif(count(*), 0) as silent_percent
from (
  select person, count_if(opened or clicked) as opens
  from sends
  where ${days} and was_delivered and person is not null
  group by person
  having count(*) >= cast({messages} as bigint)
) people`,
  },
  {
    name: 'late-reports',
    asks: 'How late do providers report?',
    sql: `select
  provider,
  count(*) as events,
  100e0 * count_if(date_diff('second', occurred_at, received_at) <= 60) / nullif(count(*), 0) as within_a_minute_percent,
  100e0 * count_if(date_diff('second', occurred_at, received_at) <= 3600) / nullif(count(*), 0) as within_an_hour_percent,
  max(date_diff('second', occurred_at, received_at)) as slowest_seconds
from events
where ${days} and received_at is not null
group by provider
order by provider`,
  },
];

/** The text of a question with its parameters in place, as literals. */
export function questionSql({ sql }: Question, values: Readonly<Record<string, string>>): string {
  return sql.replaceAll(/\{(\w+)\}/g, (_, name: string) => `'${(values[name] ?? '').replaceAll("'", "''")}'`);
}
