import { command, type MakeCommand } from '../../command.ts';
import { addCommand } from './add.ts';
import { checkCommand } from './check.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { listCommand } from './list.ts';
import { releaseCommand } from './release.ts';

const commands: readonly MakeCommand[] = [
  checkCommand,
  listCommand,
  addCommand,
  releaseCommand,
  exportCommand,
  importCommand,
];

export const suppressionsCommand: MakeCommand = (cli) => {
  const group = command('suppressions', 'check, list and change which addresses get no mail', [
    'suppressions check ana@example.com',
    'suppressions list --reason complaint',
    'suppressions release ana@example.com --by kim --because "mailbox is back"',
  ]);
  for (const make of commands) group.addCommand(make(cli));
  return group;
};
