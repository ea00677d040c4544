import { allScopes } from '../../core/suppression.ts';
import type { IntakeFile, SuppressionIntake } from '../suppression-intake.ts';

function streamFile(stream: string): IntakeFile & { form: 'bodies' } {
  const isAll = stream === allScopes;
  return {
    name: isAll ? 'every-stream' : `stream-${stream}`,
    form: 'bodies',
    // A call takes no more.
    addressesPerBody: 50,
    bodyOf: (addresses) => ({ Suppressions: addresses.map((EmailAddress) => ({ EmailAddress })) }),
    howTo: `post each line of FILE to https://api.postmarkapp.com/message-streams/${isAll ? 'STREAM' : stream}/suppressions, ${isAll ? 'once for each of your streams, ' : ''}with your server token`,
  };
}

export const suppressionIntake: SuppressionIntake = {
  loses: 'causes and times: everything becomes a manual suppression of today',
  place: ({ address, cause, scope }) =>
    cause === 'soft_bounce'
      ? { leftOut: 'Postmark sends to addresses that bounced softly, and has no list for them' }
      : { file: streamFile(scope), address },
};
