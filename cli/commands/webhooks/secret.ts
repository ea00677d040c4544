import { endpointNamed } from '../../../app/webhooks/endpoint.ts';
import type { MakeCommand, StackOptions } from '../../command.ts';
import { valueOrProblem } from '../../problem.ts';
import { openTarget } from '../../target.ts';
import { print, printJson, type Terminal } from '../../ui/terminal.ts';
import { openEndpointSecrets } from '../../webhooks/endpoint-secret.ts';
import { endpointsOf } from '../../webhooks/endpoints-of.ts';

export const secretCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples(['webhooks secret shop', 'webhooks secret shop --stack Mailfold'])
    .argument('<endpoint>', 'name of the endpoint')
    .withStack()
    .withJson()
    .addHelpText('after', '\nDuring a rotation the newest is printed; --json has all that are valid.')
    .action((name: string, options: StackOptions) => finish(secret(name, options, terminal)));

async function secret(name: string, options: StackOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  valueOrProblem(name, endpointNamed(name, endpointsOf(target)));
  const secrets = (await openEndpointSecrets(target)).secrets.of(name);
  if (options.json) printJson(terminal, { endpoint: name, secrets });
  else print(terminal, secrets[0] ?? '');
  return 0;
}
