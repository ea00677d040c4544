import { questionSql, questions } from '../../../lake/sql/questions.ts';
import { mailHistory } from '../../support/mail-history.ts';
import { aLake, telling } from './a-lake.ts';

// Builds a lake and prints its answers, in the time zone of this process.

const lake = await aLake();
await lake.tell(mailHistory({ seed: 11, sends: 80, days: 3 }), telling({ metadata: ['campaign'] }));
const period = { from: '2026-01-01' as never, to: '2026-01-31' as never };
const answers = {
  offset: new Date(Date.UTC(2026, 0, 1)).getTimezoneOffset(),
  sends: await lake.analytics.countSends({
    ...period,
    basis: 'sending-day',
    by: { dimension: 'hour', most: 50, rankedFrom: period.from },
  }),
  events: await lake.analytics.countSends({ ...period, basis: 'event-day' }),
  times: await lake.ask(
    'select min(occurred_at), max(occurred_at), min(received_at), min(sent_at) from events',
  ),
  days: await lake.ask('select day, count(*) from events group by day order by day'),
  ready: await Promise.all(
    questions.map((question) =>
      lake.ask(questionSql(question, { ...question.parameters, from: '2026-01-01', to: '2026-01-31' })),
    ),
  ),
};
lake.close();
process.stdout.write(JSON.stringify(answers));
