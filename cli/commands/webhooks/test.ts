import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { testEndpoint } from '../../../app/webhooks/test-endpoint.ts';
import { testWebhook } from '../../../fanout/outgoing-webhook.ts';
import { type MakeCommand, positiveNumber, type StackOptions } from '../../command.ts';
import { exitCodes, Problem, valueOrProblem } from '../../problem.ts';
import { openTarget } from '../../target.ts';
import { paint, print, printJson, type Terminal } from '../../ui/terminal.ts';
import { outcomeOf } from '../../webhooks/attempt-words.ts';
import { endpointsOf } from '../../webhooks/endpoints-of.ts';

type TestOptions = StackOptions & { readonly timeout: number };

export const testCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples(['webhooks test shop', 'webhooks test shop --stack Mailfold'])
    .argument('<endpoint>', 'name of the endpoint')
    .option('--timeout <seconds>', 'how long to wait for the answer', positiveNumber, 60)
    .withStack()
    .withJson()
    .addHelpText(
      'after',
      '\nThe test has the type webhook.test and takes the way of an event: queue, signature,\nrequest. It is tried once, whatever types the endpoint gets, and also if it is paused.',
    )
    .action((name: string, options: TestOptions) => finish(test(name, options, terminal)));

async function test(name: string, options: TestOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  const until = Date.now() + options.timeout * 1_000;
  const answer = await testEndpoint(name, {
    ...endpointsOf(target),
    testWebhook: (endpoint) => testWebhook(endpoint, `test_${randomBytes(12).toString('hex')}`, new Date()),
    pause: delay,
    hasTime: () => Date.now() < until,
  });
  const attempt = valueOrProblem(name, answer);
  if (!attempt)
    throw new Problem(
      `the test was not delivered within ${options.timeout} s; look at the log of the sender`,
      exitCodes.failure,
    );
  const isTaken = attempt.next === 'delivered';
  if (options.json) printJson(terminal, attempt);
  else {
    const words = isTaken ? paint('green', 'taken', terminal) : paint('red', 'not taken', terminal);
    const answered = attempt.answer ? `: ${attempt.answer}` : '';
    print(terminal, `${words}: ${outcomeOf(attempt)} after ${attempt.millis} ms${answered}`);
  }
  return isTaken ? 0 : exitCodes.no;
}
