import { allScopes } from '../../core/suppression.ts';
import type { IntakeFile, Suppressed, SuppressionIntake } from '../suppression-intake.ts';

function listFile(type: string): IntakeFile & { form: 'csv' } {
  return {
    name: type,
    form: 'csv',
    header: ['recipient', 'type', 'description'],
    hasOneRowPerAddress: true,
    howTo: 'upload FILE in the dashboard, under Recipients > Suppressions, once for each subaccount',
  };
}

/** SparkPost has an entry for each of them. */
const types = ['transactional', 'non_transactional'];

export const suppressionIntake: SuppressionIntake = {
  loses: 'times, and causes except as a description: everything becomes "Manually Added"',
  place(suppressed) {
    const { address, cause, scope } = suppressed;
    if (cause === 'soft_bounce')
      return { leftOut: 'SparkPost sends to addresses that bounced softly, and has no list for them' };
    const wanted = types.filter((type) => scope === allScopes || scope === type);
    return wanted.length > 0
      ? wanted.map((type) => ({ file: listFile(type), cells: [address, type, descriptionOf(suppressed)] }))
      : { leftOut: 'its stream is neither "transactional" nor "non_transactional"' };
  },
};

function descriptionOf({ cause, reason = '' }: Suppressed): string {
  return `${cause} ${reason}`.replace(/\s+/g, ' ').trim().slice(0, 200);
}
