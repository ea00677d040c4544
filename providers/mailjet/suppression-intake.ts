import type { IntakeFile, SuppressionIntake } from '../suppression-intake.ts';

const list: IntakeFile & { form: 'csv' } = {
  name: 'exclusion-list',
  form: 'csv',
  howTo: 'upload FILE in the dashboard, under Contacts > Exclusion list',
};

export const suppressionIntake: SuppressionIntake = {
  loses:
    'causes, times and streams; and the exclusion list holds for campaigns only: Mailjet goes on sending transactional mail',
  place({ address, cause }) {
    return cause === 'soft_bounce'
      ? { leftOut: 'Mailjet sends to addresses that bounced softly, and has no list for them' }
      : { file: list, cells: [address] };
  },
};
