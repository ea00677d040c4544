import type { DeliveryAttempt } from '../../../app/ports/webhooks.ts';
import { endpointNamed } from '../../../app/webhooks/endpoint.ts';
import { type MakeCommand, positiveNumber, type StackOptions } from '../../command.ts';
import { valueOrProblem } from '../../problem.ts';
import { openTarget } from '../../target.ts';
import { showMoment } from '../../ui/moments.ts';
import { print, printJson, type Terminal, table } from '../../ui/terminal.ts';
import { outcomeOf } from '../../webhooks/attempt-words.ts';
import { endpointsOf } from '../../webhooks/endpoints-of.ts';

type LogOptions = StackOptions & { readonly limit: number };

export const logCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples(['webhooks log shop', 'webhooks log shop --limit 200 --json --stack Mailfold'])
    .argument('<endpoint>', 'name of the endpoint')
    .option('--limit <n>', 'attempts to show', positiveNumber, 20)
    .withStack()
    .withJson()
    .addHelpText('after', '\nAttempts are kept for 14 days. They name no address.')
    .action((name: string, options: LogOptions) => finish(log(name, options, terminal)));

async function log(name: string, options: LogOptions, terminal: Terminal): Promise<number> {
  const endpoints = endpointsOf(await openTarget(options));
  valueOrProblem(name, endpointNamed(name, endpoints));
  const attempts = await endpoints.log.latest(name, options.limit);
  if (options.json) printJson(terminal, attempts);
  else if (attempts.length === 0) print(terminal, 'No attempt in the last 14 days.');
  else print(terminal, ...table([heading, ...attempts.map(lineOf)]));
  return 0;
}

const heading = ['time', 'event', 'type', 'attempt', 'took', 'result', 'answer'];

function lineOf(each: DeliveryAttempt): string[] {
  const { at, id, type, attempt, millis, answer = '' } = each;
  return [showMoment(at), id, type, String(attempt), `${millis} ms`, outcomeOf(each), answer];
}
