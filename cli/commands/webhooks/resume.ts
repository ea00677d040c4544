import { resumeEndpoint } from '../../../app/webhooks/resume-endpoint.ts';
import type { MakeCommand, StackOptions } from '../../command.ts';
import { mailfoldCommand } from '../../next-commands.ts';
import { valueOrProblem } from '../../problem.ts';
import { openTarget } from '../../target.ts';
import { print, printJson, type Terminal } from '../../ui/terminal.ts';
import { countOf } from '../../ui/text.ts';
import { endpointsOf } from '../../webhooks/endpoints-of.ts';

export const resumeCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples(['webhooks resume shop', 'webhooks resume shop --stack Mailfold'])
    .argument('<endpoint>', 'name of the endpoint')
    .withStack()
    .withJson()
    .action((name: string, options: StackOptions) => finish(resume(name, options, terminal)));

async function resume(name: string, options: StackOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  const { setAside } = valueOrProblem(name, await resumeEndpoint(name, endpointsOf(target)));
  if (options.json) printJson(terminal, { endpoint: name, setAside });
  else {
    print(terminal, `${name} gets new events again.`);
    if (setAside > 0)
      print(
        terminal,
        `${countOf(setAside, 'event')} of the meantime ${setAside === 1 ? 'is' : 'are'} set aside: ${mailfoldCommand(`webhooks replay ${name}`, target)}`,
      );
  }
  return 0;
}
