import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFunctionSettings } from '../local/function-settings.ts';
import { registerResources } from '../local/resources.ts';
import { runners } from '../local/runners.ts';
import { synthesize } from '../local/synthesize.ts';
import { readTemplate } from '../local/template.ts';
import type { ProviderKeys } from '../providers/simulator.ts';
import { plainStage } from '../test/support/plain-stage.ts';
import type { Verification } from './baselines/express-receiver.ts';
import { type Child, startChild } from './child.ts';
import { startEngine } from './engines.ts';
import { simulatorFor } from './load/simulator-for.ts';
import type { CpuTime, Listening } from './receiver-child.ts';

/** A running receiver, in its own process. */
export type Contender = { readonly port: number; cpuMicros(): Promise<number> };

type Contenders = {
  readonly mailfold: Contender;
  readonly library: Contender;
  readonly nodeCrypto: Contender;
  readonly keys: { readonly sendgrid: ProviderKeys; readonly resend: ProviderKeys };
  stop(): Promise<void>;
};

/** Starts all of them with the same queue: a process that answers each call after five milliseconds. */
export async function startContenders(): Promise<Contenders> {
  const started: (() => unknown)[] = [];
  const stop = async () => {
    for (let step = started.pop(); step; step = started.pop()) await step();
  };
  try {
    return { ...(await start(started)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(started: (() => unknown)[]): Promise<Omit<Contenders, 'stop'>> {
  const keys = { sendgrid: await keysOf('sendgrid'), resend: await keysOf('resend') };
  const secret = {
    sendgrid: [keys.sendgrid.verificationKey],
    resend: [keys.resend.verificationKey],
  };
  const engine = await startEngine('stub', { BENCH_SECRET: JSON.stringify(secret) });
  started.push(engine.stop);
  const run = async (file: string, args: string[], env: Readonly<Record<string, string>>) => {
    const child = startChild(new URL(file, import.meta.url), args, env);
    started.push(child.stop);
    const { port } = await child.next<Listening>();
    return contender(port, child);
  };

  const outdir = mkdtempSync(join(tmpdir(), 'mailfold-bench-'));
  started.push(() => rmSync(outdir, { recursive: true }));
  await synthesize(outdir, new AbortController().signal, plainStage);
  const { modulePath, environment } = receiverSettings(outdir, engine.endpoint);

  const express = (verification: Verification) =>
    run('./baselines/express-receiver.ts', [verification], {
      ...engine.env,
      SENDGRID_KEY: keys.sendgrid.verificationKey,
      // Express is faster in this mode.
      NODE_ENV: 'production',
    });
  return {
    mailfold: await run('./receiver-mailfold.ts', [modulePath], environment),
    library: await express('library'),
    nodeCrypto: await express('node-crypto'),
    keys,
  };
}

/** The function's settings as deployed, with the addresses of this machine. */
function receiverSettings(assemblyDir: string, endpoint: string) {
  const host = { awsEndpoint: endpoint, options: {} };
  const resources = registerResources(readTemplate(assemblyDir), runners, host);
  const resource = resources.find('MailfoldReceiver', 'AWS::Lambda::Function');
  return readFunctionSettings(resource, assemblyDir, { awsEndpoint: endpoint, dynamoDbEndpoint: endpoint });
}

function contender(port: number, child: Child): Contender {
  return { port, cpuMicros: async () => (await child.ask<CpuTime>('cpu')).micros };
}

async function keysOf(provider: string): Promise<ProviderKeys> {
  return (await simulatorFor(provider)).makeKeys();
}
