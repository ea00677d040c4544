import { once } from 'node:events';
import { type MakeCommand, positiveNumber, type StackOptions } from '../command.ts';
import { consoleOf } from '../console/console-of.ts';
import { openBrowser } from '../console/open-browser.ts';
import { openTarget, stackInWords } from '../target.ts';
import { paint, print, printJson, type Terminal } from '../ui/terminal.ts';

type ConsoleCommandOptions = StackOptions & { readonly port?: number; readonly open: boolean };

export const consoleCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples(['console', 'console --stack Mailfold', 'console --stack Mailfold --port 8080 --no-open'])
    .option(
      '--port <n>',
      'serve it on this port of this machine (default: 4700, or any free one)',
      positiveNumber,
    )
    .option('--no-open', 'only print the URL')
    .withStack()
    .withJson()
    .addHelpText(
      'after',
      '\nThe console does what your AWS credentials allow, in your name. Only this machine can reach it.',
    )
    .action((options: ConsoleCommandOptions) => finish(serveConsole(options, terminal)));

async function serveConsole(options: ConsoleCommandOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  const { url, stop } = await consoleOf(target, options.port);
  // Before the URL is printed: who reads it may stop the program at once.
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  if (options.json) printJson(terminal, { url });
  else {
    const whose = `The console of ${stackInWords(target)}. Keep the URL to yourself (Ctrl-C to stop).`;
    print(terminal, url, paint('dim', whose, terminal));
  }
  if (options.open) openBrowser(url);
  await stopped;
  await stop();
  return 0;
}
