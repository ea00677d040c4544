import { command, type MakeCommand } from '../../command.ts';
import { listCommand } from './list.ts';
import { redriveCommand } from './redrive.ts';
import { showCommand } from './show.ts';

const commands: readonly MakeCommand[] = [listCommand, showCommand, redriveCommand];

export const dlqCommand: MakeCommand = (cli) => {
  const group = command('dlq', 'look at events that could not be processed, and send them again', [
    'dlq list',
    'dlq redrive --all',
  ]);
  for (const make of commands) group.addCommand(make(cli));
  return group;
};
