import { allScopes } from '../../core/suppression.ts';
import type { IntakeFile, SuppressionIntake } from '../suppression-intake.ts';

const api = 'https://api.sendgrid.com/v3/asm/suppressions/global';

const global: IntakeFile & { form: 'bodies' } = {
  name: 'global-unsubscribes',
  form: 'bodies',
  addressesPerBody: 1_000,
  bodyOf: (recipient_emails) => ({ recipient_emails }),
  howTo: `post each line of FILE to ${api}, with your API key`,
};

function groupFile(id: string): IntakeFile & { form: 'csv' } {
  return {
    name: `group-${id}`,
    form: 'csv',
    header: ['email'],
    howTo: `upload FILE to the unsubscribe group ${id}, under Suppressions > Unsubscribe Groups`,
  };
}

/** SendGrid takes in unsubscribes only: no call adds a bounce, a block or a spam report. */
export const suppressionIntake: SuppressionIntake = {
  loses: 'causes and times: everything becomes an unsubscribe of today',
  place({ address, cause, scope }) {
    if (cause === 'soft_bounce')
      return { leftOut: 'SendGrid sends to addresses that bounced softly, and has no list for them' };
    if (scope === allScopes) return { file: global, address };
    return /^\d+$/.test(scope)
      ? { file: groupFile(scope), cells: [address] }
      : { leftOut: 'its stream is not the number of an unsubscribe group' };
  },
};
