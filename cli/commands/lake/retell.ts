import { type LakeRepair, repairLake } from '../../../app/lake-repair.ts';
import { outputs } from '../../../lib/outputs.ts';
import { rowCount } from '../../../store/describe-table.ts';
import { eventArchive } from '../../../store/event-archive.ts';
import type { StackOptions } from '../../command.ts';
import { requiredLakeKeeper, toldBy } from '../../lake-keeper-of.ts';
import { valueOrProblem } from '../../problem.ts';
import { openTarget } from '../../target.ts';
import { isoText } from '../../ui/moments.ts';
import { progress } from '../../ui/progress.ts';
import { print, printJson, type Terminal } from '../../ui/terminal.ts';
import { countOf } from '../../ui/text.ts';

export type RetellOptions = StackOptions & { readonly since?: string };

/** Tells the lake all events of the tables again, or those stored since a time. */
export async function retell(options: RetellOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  const lake = await requiredLakeKeeper(target);
  const table = target.output(outputs.messagesTableName);
  const archive = eventArchive(target.dynamoDb, table, toldBy(target).serverFields);
  const reading = progress('reading', await rowCount(target.dynamoDb, table), terminal);
  const since = options.since === undefined ? {} : { since: isoText(options.since, new Date()) };
  const answer = await repairLake(since, { lake, archive }, reading.advance);
  reading.end();
  const result = valueOrProblem('since', answer);
  if (options.json) printJson(terminal, result);
  else show(result, terminal);
  return 0;
}

function show({ events, objects, unreadable }: LakeRepair, terminal: Terminal): void {
  print(
    terminal,
    events === 0
      ? 'The tables have no such events.'
      : `${countOf(events, 'event')} of the tables ${events === 1 ? 'is' : 'are'} in the lake now, in ${countOf(objects, 'file')} that the tidier merges with those before.`,
  );
  if (unreadable > 0)
    print(
      terminal,
      `${countOf(unreadable, 'event row')} cannot be read and ${unreadable === 1 ? 'was' : 'were'} left out; \`mailfold audit\` names them.`,
    );
}
