import { outputs } from '../../lib/outputs.ts';
import { deletesExpiredRows } from '../../store/describe-table.ts';
import { awsCommand } from '../next-commands.ts';
import type { Check } from './check.ts';
import { unwell, well } from './finding.ts';

export const tables: Check = {
  what: 'tables',
  run: (target) =>
    Promise.all(
      [outputs.messagesTableName, outputs.addressesTableName].map(async (output) => {
        const name = target.output(output);
        const repair = awsCommand(
          `dynamodb update-time-to-live --table-name ${name} --time-to-live-specification Enabled=true,AttributeName=expiresAt`,
          { ...target, settings: target.dynamoDbSettings },
        );
        return (await deletesExpiredRows(target.dynamoDb, name))
          ? well(name, 'deletes expired rows')
          : unwell(name, 'keeps expired rows for ever: its time to live is off', repair);
      }),
    ),
};
