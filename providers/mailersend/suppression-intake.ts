import { allScopes, type Cause } from '../../core/suppression.ts';
import type { IntakeFile, SuppressionIntake } from '../suppression-intake.ts';

function listFile(list: string): IntakeFile & { form: 'bodies' } {
  return {
    name: list,
    form: 'bodies',
    addressesPerBody: 100,
    bodyOf: (recipients) => ({ domain_id: 'DOMAIN_ID', recipients }),
    howTo: `put the id of your domain in the place of DOMAIN_ID, and post each line of FILE to https://api.mailersend.com/v1/suppressions/${list}`,
  };
}

const lists: Readonly<Partial<Record<Cause, ReturnType<typeof listFile>>>> = {
  complaint: listFile('spam-complaints'),
  hard_bounce: listFile('hard-bounces'),
  dropped: listFile('hard-bounces'),
  unsubscribe: listFile('unsubscribes'),
  manual: listFile('blocklist'),
};

export const suppressionIntake: SuppressionIntake = {
  loses: 'times and reasons: MailerSend keeps which list an address is on, with the time of the import',
  place({ address, cause, scope }) {
    if (scope !== allScopes) return { leftOut: 'MailerSend suppresses for a whole domain, not for a stream' };
    const file = lists[cause];
    return file
      ? { file, address }
      : { leftOut: 'MailerSend puts addresses that bounced softly on hold by itself' };
  },
};
