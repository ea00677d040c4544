import { type Moment, mailDateOf } from '../../core/moment.ts';
import { allScopes } from '../../core/suppression.ts';
import type { IntakeFile, Suppressed, SuppressionIntake } from '../suppression-intake.ts';

function listFile(list: string, columns: readonly string[]): IntakeFile & { form: 'csv' } {
  return {
    name: list,
    form: 'csv',
    header: columns,
    // Mailgun takes 25 MB.
    mostBytes: 24_000_000,
    howTo: `post FILE to https://api.mailgun.net/v3/DOMAIN/${list}/import as the form field "file", once for each of your domains`,
  };
}

const bounces = listFile('bounces', ['address', 'code', 'error', 'created_at']);
const complaints = listFile('complaints', ['address', 'created_at']);
const unsubscribes = listFile('unsubscribes', ['address', 'tags', 'created_at']);

/** The code that Mailgun itself gives a bounce without one. */
const usualCode = '550';

export const suppressionIntake: SuppressionIntake = {
  loses: 'that an entry was manual: it becomes an unsubscribe',
  place(suppressed) {
    const { address, cause, scope, since } = suppressed;
    switch (cause) {
      case 'soft_bounce':
        return { leftOut: 'Mailgun sends to addresses that bounced softly, and has no list for them' };
      case 'unsubscribe':
      case 'manual':
        return { file: unsubscribes, cells: [address, scope, created(since)] };
      default:
        if (scope !== allScopes)
          return { leftOut: 'Mailgun suppresses bounces and complaints for a whole domain, not for a tag' };
        return cause === 'complaint'
          ? { file: complaints, cells: [address, created(since)] }
          : { file: bounces, cells: [address, usualCode, errorOf(suppressed), created(since)] };
    }
  },
};

/** Without a time, Mailgun takes the present one. */
function created(since: Moment | undefined): string {
  return since === undefined ? '' : mailDateOf(since);
}

function errorOf({ cause, reason = '' }: Suppressed): string {
  const text = cause === 'dropped' ? `dropped: ${reason}` : reason;
  // Readers of CSV differ in what they do with line breaks in a cell.
  return text.replace(/\s+/g, ' ').trim();
}
