import { exampleProvider } from '../../providers/manifests.ts';
import type { RefusalReason } from '../../providers/provider.ts';
import { type MakeCommand, positiveNumber, type StackOptions } from '../command.ts';
import { firstWebhook } from '../first-webhook.ts';
import { mustBeSender, providerArgument } from '../given.ts';
import { mailfoldCommand } from '../next-commands.ts';
import { exitCodes, Problem } from '../problem.ts';
import { openTarget } from '../target.ts';
import { refusalLines } from '../ui/refusal-lines.ts';
import { paint, print, printJson, type Terminal } from '../ui/terminal.ts';
import { usualCauses } from '../ui/usual-causes.ts';

type WatchOptions = StackOptions & { readonly timeout: number };

export const watchCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([`watch ${exampleProvider}`, `watch ${exampleProvider} --stack Mailfold --timeout 600`])
    .addArgument(providerArgument('<provider>'))
    .option('--timeout <seconds>', 'how long to wait', positiveNumber, 300)
    .withStack()
    .withJson()
    .action((provider: string, options: WatchOptions) => finish(watch(provider, options, terminal)));

async function watch(provider: string, options: WatchOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  // A misspelt name would wait in vain.
  mustBeSender(provider, target);
  if (!options.json)
    print(terminal, paint('dim', `Waiting for a webhook from ${provider} … (Ctrl-C to stop)`, terminal));
  const seen = await firstWebhook(provider, target, options.timeout);
  if (!seen)
    throw new Problem(
      `no webhook came from ${provider} within ${options.timeout} s; check at the provider that the webhook is on, and has the URL from \`${mailfoldCommand(`urls ${provider}`, target)}\``,
      exitCodes.no,
    );
  if (options.json) printJson(terminal, seen);
  else if (seen.valid) {
    const { type, recipient, messageId } = seen.event;
    const about = recipient === undefined ? type : `${type} for ${recipient}`;
    print(terminal, `${paint('green', 'valid', terminal)}: stored ${about}, message ${messageId}`);
  } else print(terminal, ...refusalLines(seen.reason, usualCauses[seen.reason as RefusalReason], terminal));
  return seen.valid ? 0 : exitCodes.no;
}
