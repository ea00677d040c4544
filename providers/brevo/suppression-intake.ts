import { allScopes } from '../../core/suppression.ts';
import type { IntakeFile, SuppressionIntake } from '../suppression-intake.ts';

const api = 'https://api.brevo.com/v3/contacts';

function contactsFile(name: string, block: object): IntakeFile & { form: 'bodies' } {
  return {
    name,
    form: 'bodies',
    addressesPerBody: 1,
    bodyOf: ([email]) => ({ email, ...block, updateEnabled: true }),
    howTo: `post each line of FILE to ${api}, with your API key`,
  };
}

const contacts = contactsFile('contacts', { emailBlacklisted: true });

/** Brevo blocks campaigns for all senders at once, and transactional mail for each sender apart. */
export const suppressionIntake: SuppressionIntake = {
  loses:
    'causes and times; and it stops campaigns only, except where the stream is the address of a sender: Brevo blocks transactional mail for each sender apart',
  place({ address, cause, scope }) {
    if (cause === 'soft_bounce')
      return { leftOut: 'Brevo sends to addresses that bounced softly, and has no list for them' };
    if (scope === allScopes) return { file: contacts, address };
    return scope.includes('@')
      ? { file: contactsFile(`sender-${scope}`, { smtpBlacklistSender: [scope] }), address }
      : { leftOut: 'its stream is not the address of a sender' };
  },
};
