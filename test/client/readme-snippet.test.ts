import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = (name: string) => readFileSync(join(root, name), 'utf8');
const [forPrograms = ''] = codeIn(page('docs/api.md'));
const [settings = ''] = codeIn(page('docs/settings.md'));
const [forCdkApps = ''] = codeIn(page('docs/own-cdk-app.md'));

const [busRules = '', endpoints = '', receiver = ''] = codeIn(page('docs/events.md'));

const clientReadme = page('client/README.md');

/** A program that has installed Mailfold and its client; the packages' files are the sources here, without a build. */
const program = mkdtempSync(join(tmpdir(), 'mailfold-readme-'));
const install = (name: string, folder: string) => {
  const place = join(program, 'node_modules', name);
  mkdirSync(place, { recursive: true });
  symlinkSync(join(root, folder), join(place, folder));
  const exports = { '.': `./${folder}/index.ts` };
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name, type: 'module', exports }));
};
install('mailfold', 'lib');
install('mailfold-client', 'client');
symlinkSync(join(root, 'node_modules/aws-cdk-lib'), join(program, 'node_modules/aws-cdk-lib'));
writeFileSync(join(program, 'package.json'), '{"type":"module"}');
writeFileSync(join(program, 'send.ts'), forPrograms);
writeFileSync(join(program, 'mailfold.config.ts'), settings);
// The file with the settings lies in the repository, beside these folders.
for (const folder of ['core', 'lib', 'providers']) symlinkSync(join(root, folder), join(program, folder));
writeFileSync(join(program, 'stack.ts'), forCdkApps);
writeFileSync(join(program, 'rules.ts'), busRules);
writeFileSync(join(program, 'endpoints.config.ts'), endpoints);
writeFileSync(join(program, 'receiver.ts'), receiver);
writeFileSync(join(program, 'client.ts'), codeIn(clientReadme).join(''));
afterAll(() => rmSync(program, { recursive: true }));

function codeIn(page: string): string[] {
  return [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
}

describe('the code in the docs', () => {
  it('is what the compiler accepts', () => {
    const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
    const project = {
      compilerOptions: { ...compilerOptions, typeRoots: [join(root, 'node_modules/@types')] },
      files: [
        'send.ts',
        'mailfold.config.ts',
        'stack.ts',
        'rules.ts',
        'endpoints.config.ts',
        'receiver.ts',
        'client.ts',
      ],
    };
    writeFileSync(join(program, 'tsconfig.json'), JSON.stringify(project));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', program], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, '']);
  });

  it('shows the client, the settings and the construct', () => {
    expect(forPrograms).toContain("from 'mailfold-client'");
    expect(settings).toContain('defineStages({');
    expect(forCdkApps).toContain("from 'mailfold'");
  });
});

describe('the sender in docs/api.md', () => {
  let server: Server;
  let sendNewsletter: (address: string, send: (address: string) => Promise<void>) => Promise<void>;

  beforeAll(async () => {
    server = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (body: string) => {
        const { addresses, stream } = JSON.parse(body) as { addresses: string[]; stream: string };
        if (addresses[0] === 'unanswered@example.com') return void request.destroy();
        const suppressed = addresses[0] === 'gone@example.com' || stream !== 'newsletter';
        const cause = suppressed ? { cause: 'hard_bounce' } : null;
        response.end(JSON.stringify({ answers: [{ address: addresses[0], suppressed, cause }] }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('MAILFOLD_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    ({ sendNewsletter } = await import(join(program, 'send.ts')));
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    server.close();
  });

  async function sentTo(address: string): Promise<string[]> {
    const sent: string[] = [];
    const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await sendNewsletter(address, async (to) => void sent.push(to));
    const said = warnings.mock.calls.map((words) => words.join(' '));
    warnings.mockRestore();
    return [...sent, ...said];
  }

  it('sends to an address that is not suppressed', async () => {
    expect(await sentTo('ana@example.com')).toEqual(['ana@example.com']);
  });

  it('does not send to a suppressed address, and says why', async () => {
    expect(await sentTo('gone@example.com')).toEqual(['not sent: hard_bounce']);
  });

  it('does not send when Mailfold cannot be asked', async () => {
    expect(await sentTo('unanswered@example.com')).toEqual([expect.stringMatching(/^not sent: ./)]);
  });
});
