import { type Day, dayOf } from '../core/day.ts';
import { momentFromMillis } from '../core/moment.ts';
import { type Answer, answer, refuse } from './answer.ts';
import { givenDays } from './given.ts';

/** A question with a name. lake/sql/questions.ts has them. */
type Ready = { readonly name: string; readonly parameters?: Readonly<Record<string, string>> };

type Period = { readonly from: Day; readonly to: Day };

type Wanted = {
  readonly name: string;
  readonly days?: number;
  readonly from?: string;
  readonly to?: string;
  /** Values of parameters besides the days. */
  readonly values: Readonly<Record<string, string>>;
};

/** A ready question, and the values of all its parameters. */
export function readyQuestion<Question extends Ready>(
  { name, values, ...period }: Wanted,
  questions: readonly Question[],
  now: Date,
): Answer<{ readonly question: Question; readonly values: Readonly<Record<string, string>> & Period }> {
  const question = questions.find((each) => each.name === name);
  if (!question) return refuse('question-unknown', 'there is no question of this name');
  const days = givenDays(period, dayOf(momentFromMillis(now.getTime())));
  if (!days.ok) return days;
  const known = question.parameters ?? {};
  const unknown = Object.keys(values).find((each) => !Object.hasOwn(known, each));
  if (unknown !== undefined) {
    const names = Object.keys(known).join(', ');
    return refuse(
      'question-unknown',
      `${name} has no parameter of this name; ${names ? `expected ${names}` : 'expected none besides the days'}`,
    );
  }
  return answer({ question, values: { ...known, ...values, ...days.value } });
}
