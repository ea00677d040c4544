import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { ConsoleServer } from '../../../cli/console/console-server.ts';
import { MailfoldStack } from '../../../lib/mailfold-stack.ts';
import { type OidcIssuer, startOidcIssuer } from '../../../local/oidc/oidc-issuer.ts';
import type { OnTrouble } from '../../../store/live-events.ts';
import { anApp } from '../../lib/synthesize.ts';
import { aStack, type Stack } from '../../support/stack.ts';
import { eventually } from '../../support/wait.ts';
import { launchChromium } from './chromium.ts';
import { readMessage, serveConsole } from './serve-console.ts';
import { type Sender, senderOf, tellOfFailures, tellStories, untilTold } from './stories.ts';
import { type Visit, visit, visitHosted } from './visit.ts';

/** A stack with a history, its console on this machine and hosted, and a browser; the same for all tests of a file. */
export type World = {
  readonly stack: Stack;
  readonly sender: Sender;
  /** Opens the console in a fresh browser profile. It is closed after the test, which fails if the page had problems. */
  visitor(options?: Parameters<typeof visit>[2]): Promise<Visit>;
  /** Pages that show live events are told that none can arrive, or that they can again. */
  tellTrouble: OnTrouble;
  /** Opens a page of the hosted console, and signs in at the OpenID provider. */
  person(username: keyof typeof people, path: string): Promise<Visit>;
};

/** Who can sign in, with their groups. */
const people = { vera: ['viewer'], sam: ['support'], olga: ['operator', 'everybody'], nobody: ['everybody'] };

/** Posts that name neither a message nor a recipient nor a time. */
export const unreadable = ['[{"event":17}]', '[{"event":"delivered","timestamp":"soon"}]'];

/** More than one page of a list. */
const failures = 130;

export function aWorld(): World {
  let stack: Stack;
  let issuer: OidcIssuer;
  let sender: Sender;
  let server: ConsoleServer;
  let browser: Browser;
  let tellTrouble: OnTrouble = () => {};
  let open: Visit | undefined;
  const folder = mkdtempSync(join(tmpdir(), 'mailfold-console-'));

  const noteWatch = (tell: OnTrouble) => {
    tellTrouble = tell;
  };

  beforeAll(async () => {
    const users = Object.entries(people).map(([username, groups]) => ({
      username,
      email: `${username}@example.com`,
      groups,
    }));
    issuer = await startOidcIssuer({ users });
    // A page asks several questions at once.
    stack = await aStack({ assemblyDir: hostingAssembly(folder), jwtIssuer: issuer.url, concurrency: 3 });
    sender = senderOf(stack.post, stack.signingKeyOf);
    // First, because it takes several deliveries until they are dead letters.
    for (const body of unreadable) await sender.sendUnreadable('sendgrid', body);
    await tellStories(sender, new Date());
    await tellOfFailures(sender, failures, new Date());
    await untilTold((messageId) => readMessage(stack.apiUrl, messageId), failures);
    // A page that was loaded before would go on showing fewer.
    await eventually(
      'the dead letters',
      async () => (await stack.depthOf('DeadLetterQueueUrl')) === unreadable.length,
    );
    [server, browser] = await Promise.all([serveConsole(stack, noteWatch), launchChromium()]);
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail' && open)
      process.stderr.write(`${task.name}: the page said\n${await open.page.locator('body').innerText()}\n`);
    const problems = open?.problems ?? [];
    await open?.context.close();
    open = undefined;
    expect(problems, 'violations of the policy, faults and foreign requests').toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await stack?.stop();
    await issuer?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    get stack() {
      return stack;
    },
    tellTrouble: (isInTrouble) => tellTrouble(isInTrouble),
    get sender() {
      return sender;
    },
    visitor: async (options) => {
      open = await visit(browser, server.url, options);
      return open;
    },
    person: async (username, path) => {
      open = await visitHosted(browser, {
        url: stack.apiUrlOf('MailfoldConsoleApi'),
        issuer: issuer.url,
        username,
        path,
      });
      return open;
    },
  };
}

/** A stack that also hosts the built console. */
function hostingAssembly(folder: string): string {
  const app = anApp({}, { outdir: folder });
  new MailfoldStack(app, 'Mailfold', { settings: { console: true } });
  return app.synth().directory;
}
