import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { ConsoleServer } from '../../../cli/console/console-server.ts';
import { aStack, type Stack } from '../../support/stack.ts';
import { launchChromium } from './chromium.ts';
import { readMessage, serveConsole } from './serve-console.ts';
import { type Sender, senderOf, tellOfFailures, tellStories, untilTold } from './stories.ts';
import { type Visit, visit } from './visit.ts';

/** A stack with a history, its console, and a browser; the same for all tests of a file. */
export type World = {
  readonly stack: Stack;
  readonly sender: Sender;
  /** Opens the console in a fresh browser profile. It is closed after the test, which fails if the page had problems. */
  visitor(options?: Parameters<typeof visit>[2]): Promise<Visit>;
};

/** More than one page of a list. */
const failures = 130;

export function aWorld(): World {
  let stack: Stack;
  let sender: Sender;
  let server: ConsoleServer;
  let browser: Browser;
  let open: Visit | undefined;

  beforeAll(async () => {
    stack = await aStack();
    sender = senderOf(stack.post, stack.signingKeyOf);
    // First, because it takes several deliveries until they are dead letters.
    await sender.sendUnreadable('sendgrid', '[{"event":17}]');
    await sender.sendUnreadable('sendgrid', '[{"event":"delivered","timestamp":"soon"}]');
    await tellStories(sender, new Date());
    await tellOfFailures(sender, failures, new Date());
    await untilTold((messageId) => readMessage(stack.apiUrl, messageId), failures);
    [server, browser] = await Promise.all([serveConsole(stack), launchChromium()]);
  });

  afterEach(async () => {
    const problems = open?.problems ?? [];
    await open?.context.close();
    open = undefined;
    expect(problems, 'violations of the policy, faults and foreign requests').toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await stack?.stop();
  });

  return {
    get stack() {
      return stack;
    },
    get sender() {
      return sender;
    },
    visitor: async (options) => {
      open = await visit(browser, server.url, options);
      return open;
    },
  };
}
