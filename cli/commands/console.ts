import { once } from 'node:events';
import { type MakeCommand, positiveNumber } from '../command.ts';
import { consoleOf } from '../console/console-of.ts';
import { openBrowser } from '../console/open-browser.ts';
import { openTarget, stackInWords, type TargetOptions } from '../target.ts';
import { paint, print, type Terminal } from '../ui/terminal.ts';

type ConsoleCommandOptions = TargetOptions & { readonly port?: number; readonly open: boolean };

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
    .addHelpText(
      'after',
      '\nThe console does what your AWS credentials allow, in your name. Only this machine can reach it.',
    )
    .action((options: ConsoleCommandOptions) => finish(serveConsole(options, terminal)));

async function serveConsole(options: ConsoleCommandOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  const { url, stop } = await consoleOf(target, options.port);
  print(
    terminal,
    url,
    paint(
      'dim',
      `The console of ${stackInWords(target)}. Keep the URL to yourself (Ctrl-C to stop).`,
      terminal,
    ),
  );
  if (options.open) openBrowser(url);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await stop();
  return 0;
}
