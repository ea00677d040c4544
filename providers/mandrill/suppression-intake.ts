import { allScopes } from '../../core/suppression.ts';
import type { IntakeFile, SuppressionIntake } from '../suppression-intake.ts';

function denylist(subaccount?: string): IntakeFile & { form: 'csv' } {
  const choice = subaccount === undefined ? '' : `, and choose the subaccount ${subaccount}`;
  return {
    name: subaccount === undefined ? 'denylist' : `denylist-${subaccount}`,
    form: 'csv',
    howTo: `import FILE in the dashboard, under Outbound > Rejection Denylist${choice}`,
  };
}

const forAll = denylist();

export const suppressionIntake: SuppressionIntake = {
  loses: 'causes and times: everything becomes "custom", without an end',
  place({ address, cause, scope }) {
    if (cause === 'soft_bounce')
      return { leftOut: 'Mandrill rejects addresses that bounced softly for a while only' };
    return { file: scope === allScopes ? forAll : denylist(scope), cells: [address] };
  },
};
