import { allScopes } from '../../core/suppression.ts';
import type { IntakeFile, SuppressionIntake } from '../suppression-intake.ts';

const list: IntakeFile & { form: 'csv' } = {
  name: 'suppressions',
  form: 'csv',
  header: ['email'],
  howTo: 'upload FILE in the dashboard, under Suppressions',
};

export const suppressionIntake: SuppressionIntake = {
  loses: 'causes and times: everything becomes a manual suppression of today',
  place({ address, cause, scope }) {
    if (cause === 'soft_bounce')
      return { leftOut: 'Resend sends to addresses that bounced softly, and has no list for them' };
    if (cause === 'unsubscribe' || scope !== allScopes)
      return {
        leftOut: 'Resend keeps who left a list with its contacts and topics, not with its suppressions',
      };
    return { file: list, cells: [address] };
  },
};
