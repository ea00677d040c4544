import { allScopes, type Cause } from '../../core/suppression.ts';
import type { IntakeFile, SuppressionIntake } from '../suppression-intake.ts';

const list: IntakeFile & { form: 'csv' } = {
  name: 'suppression-list',
  form: 'csv',
  hasOneRowPerAddress: true,
  // An import job takes no more.
  mostRows: 100_000,
  howTo:
    'copy FILE to a bucket that ses.amazonaws.com may read, then run: aws sesv2 create-import-job --import-data-source DataFormat=CSV,S3Url=s3://BUCKET/NAME --import-destination "SuppressionListDestination={SuppressionListImportAction=PUT}"',
};

const reasons: Readonly<Partial<Record<Cause, string>>> = {
  complaint: 'COMPLAINT',
  hard_bounce: 'BOUNCE',
  // Another provider did not send because the address was on its list.
  dropped: 'BOUNCE',
};

export const suppressionIntake: SuppressionIntake = {
  loses: 'times and diagnostics: SES keeps BOUNCE or COMPLAINT, with the time of the import',
  place({ address, cause, scope }) {
    if (scope !== allScopes)
      return { leftOut: 'SES suppresses for all mail of an account, not for a stream' };
    const reason = reasons[cause];
    return reason
      ? { file: list, cells: [address, reason] }
      : { leftOut: `SES has no reason for it; --cause ${cause}=hard_bounce writes BOUNCE` };
  },
};
