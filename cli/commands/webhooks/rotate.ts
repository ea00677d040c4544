import { endpointNamed } from '../../../app/webhooks/endpoint.ts';
import { newSecret } from '../../../fanout/endpoint-secrets.ts';
import type { MakeCommand, StackOptions } from '../../command.ts';
import { mailfoldCommand } from '../../next-commands.ts';
import { exitCodes, Problem, valueOrProblem } from '../../problem.ts';
import { openTarget } from '../../target.ts';
import { print, printJson, type Terminal } from '../../ui/terminal.ts';
import { wrapped } from '../../ui/text.ts';
import { openEndpointSecrets } from '../../webhooks/endpoint-secret.ts';
import { endpointsOf } from '../../webhooks/endpoints-of.ts';

type RotateOptions = StackOptions & { readonly finish?: boolean };

export const rotateCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples(['webhooks rotate shop', 'webhooks rotate shop --finish'])
    .argument('<endpoint>', 'name of the endpoint')
    .option('--finish', 'once the endpoint verifies with the new secret: stop signing with the old one')
    .withStack()
    .withJson()
    .addHelpText(
      'after',
      '\nEvery request is signed with both secrets until --finish, so no webhook is refused. The\nsender uses a change within a minute.',
    )
    .action((name: string, options: RotateOptions) => finish(rotate(name, options, terminal)));

async function rotate(name: string, options: RotateOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  valueOrProblem(name, endpointNamed(name, endpointsOf(target)));
  const { secrets, store } = await openEndpointSecrets(target);
  const [newest = '', ...older] = secrets.of(name);
  const isRotating = older.length > 0;
  if (options.finish !== isRotating)
    if (options.finish || isRotating)
      throw new Problem(
        isRotating
          ? `${name} has two secrets already; finish that rotation first: \`${mailfoldCommand(`webhooks rotate ${name} --finish`, target)}\``
          : `${name} has only one secret; start a rotation: \`${mailfoldCommand(`webhooks rotate ${name}`, target)}\``,
        exitCodes.no,
      );
  const changed = options.finish ? [newest] : [newSecret(), newest];
  await store(name, changed);
  if (options.json) printJson(terminal, { endpoint: name, secrets: changed });
  else if (options.finish) print(terminal, `Webhooks to ${name} are signed with the new secret alone.`);
  else
    print(
      terminal,
      changed[0] ?? '',
      '',
      ...wrapped(nextStep(name, mailfoldCommand(`webhooks rotate ${name} --finish`, target)), ''),
    );
  return 0;
}

function nextStep(name: string, command: string): string {
  return `Give this secret to ${name}. Requests are signed with it and with the old one. Once ${name} uses it: ${command}`;
}
