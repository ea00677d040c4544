import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { MailfoldClient } from '../../client/index.ts';
import { outputs, webhookUrlOutput } from '../../lib/outputs.ts';
import { makeDeadLetters, redriveDeadLetters } from './dead-letters.ts';
import { stopsAtRemoval } from './stops-at-removal.ts';
import type { World } from './world.ts';

/** One step of the test, and what the plan says about it. */
export type Step = { readonly title: string; run(world: World): Promise<void> };

const recipient = 'integ@example.com';
const bounced = 'integ-bounced';
const complained = 'integ-complained';

/** Between the deployment and the destruction of the stack. */
export const steps: readonly Step[] = [
  { title: 'a deployment that would remove a setting is stopped', run: stopsAtRemoval },
  { title: 'set a key of SendGrid, and see that a forged request is refused', run: setKeys },
  { title: 'send events through the webhook URL: each three times, and one late', run: sendWebhooks },
  { title: 'publish an event to the SES topic', run: publishToTopic },
  { title: 'ask for status and suppression, by command line and signed API', run: askAround },
  { title: 'let doctor look at every part', run: examine },
  { title: 'make two dead letters, one of them unreadable', run: makeDeadLetters },
  { title: 'redrive them: the readable one is stored, the other comes back', run: redriveDeadLetters },
  { title: 'recompute everything with audit', run: audit },
];

async function setKeys({ keys, file, mailfold, target }: World): Promise<void> {
  const key = file('verification-key.txt', keys['sendgrid']?.verificationKey ?? '');
  await mailfold(['secrets', 'set', 'sendgrid', '--file', key]);
  file('signing-key.txt', keys['sendgrid']?.signingKey ?? '');
  const url = (await target()).output(webhookUrlOutput('sendgrid'));
  const forged = await fetch(url, {
    method: 'POST',
    body: '[]',
    headers: { 'content-type': 'application/json' },
  });
  if (forged.status !== 401) throw new Error(`expected a forged request to get 401, found ${forged.status}`);
}

async function sendWebhooks({ keys, file, mailfold }: World): Promise<void> {
  const key = file('signing-key.txt', keys['sendgrid']?.signingKey ?? '');
  const send = (type: string, ...more: string[]) =>
    mailfold(['send', 'sendgrid', type, '--to', recipient, '--message', bounced, '--key', key, ...more]);
  await send('hard_bounce', '--times', '3');
  await send('delivered', '--at', '-10m');
}

async function publishToTopic({ mailfold }: World): Promise<void> {
  await mailfold(['send', 'ses', 'complaint', '--to', recipient, '--message', complained]);
}

type Status = { readonly recipients: readonly { readonly status: string | null }[] };

async function askAround({ subject, ask, mailfold, target }: World): Promise<void> {
  expectType(await ask<Status>(['status', bounced]), 'hard_bounce');
  expectType(await ask<Status>(['status', complained]), 'complaint');
  // Suppressed: the answer is no.
  await mailfold(['suppressions', 'check', recipient], 1);
  const { profile, region } = subject.account;
  const client = new MailfoldClient({
    url: (await target()).output(outputs.apiUrl),
    credentials: defaultProvider(profile === undefined ? {} : { profile }),
    timeoutMillis: 20_000,
    ...(region !== undefined && { region }),
  });
  const answer = await client.mayISend(recipient, { whenUnsure: 'send' });
  if (!answer.isKnown) throw new Error(`expected an answer of the API, found ${answer.error.message}`);
  if (answer.maySend)
    throw new Error('expected the API to know the suppression, found that mail may be sent');
}

function expectType({ recipients }: Status, type: string): void {
  const [found] = recipients;
  if (found?.status !== type)
    throw new Error(`expected the status ${type}, found ${found?.status ?? 'none'}`);
}

type Finding = { readonly what: string; readonly state: string; readonly found: string };

/** Not everything must be well: nobody gets the alarms of this stack. */
async function examine({ ask }: World): Promise<void> {
  const { findings } = await ask<{ findings: Finding[] }>(['doctor'], 0, 1);
  for (const what of ['API', 'consumer', 'SES topic', 'dead letters']) {
    const finding = findings.find((each) => each.what === what);
    if (finding?.state !== 'well')
      throw new Error(`expected doctor to find "${what}" well, found ${finding?.found ?? 'nothing'}`);
  }
}

async function audit({ mailfold }: World): Promise<void> {
  await mailfold(['audit', '--deep']);
}
