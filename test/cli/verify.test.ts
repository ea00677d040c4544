import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { providerNames } from '../../providers/manifests.ts';
import { simulatorOf } from '../../providers/simulators.ts';
import { temporaryFolder } from '../local/support/assembly.ts';
import { commandLine } from '../support/command-line.ts';
import { serveCertificates } from '../support/sns.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  folder.remove();
  vi.restoreAllMocks();
});

function file(name: string, content: string | Buffer): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

type Request = { headers: Record<string, string>; body: Buffer | string };

const verify = (provider: string, { headers, body }: Request, ...options: string[]) =>
  commandLine(
    'verify',
    '--provider',
    provider,
    '--headers',
    file('headers.json', JSON.stringify(headers)),
    '--body',
    file('body', body),
    ...options,
  );

type Vector = { name: string; publicKey: string; timestamp: string; signature: string; body: string };
const sendgridVectors: Vector[] = JSON.parse(
  readFileSync(new URL('../providers/sendgrid/payloads/published-vectors.json', import.meta.url), 'utf8'),
);
const sendgrid = ({ timestamp, signature, body }: Vector): Request => ({
  headers: {
    'X-Twilio-Email-Event-Webhook-Timestamp': timestamp,
    'X-Twilio-Email-Event-Webhook-Signature': signature,
  },
  body,
});
const mailgun = (timestamp: string, token: string, signature: string): Request => ({
  headers: {},
  body: JSON.stringify({
    signature: { timestamp, token, signature },
    'event-data': { event: 'opened', id: 'a', timestamp: 1 },
  }),
});
const standard = (signature: string): Request => ({
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': signature,
  },
  body: '{"test": 2432232314}',
});
const symfonyKey = 'key-0p6mqbf74lb20gzq9f4dhpn9rg3zyk26';
const v1 = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
const v1a = 'v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==';

/** Published test vectors; where a provider publishes none, ones that we computed. */
const vectors: readonly [string, string, Request, string, number][] = [
  ...sendgridVectors.map((vector): [string, string, Request, string, number] => [
    `SendGrid: ${vector.name}`,
    'sendgrid',
    sendgrid(vector),
    vector.publicKey,
    Number(vector.timestamp),
  ]),
  [
    'Mailgun, Symfony 1',
    'mailgun',
    mailgun(
      '1661590666',
      'fff0ebc59c0516f4ce0823212a2f45e5c67814420b99fe558b',
      'a0cd251821d8fd56a2130b541becc8e441023574e602fe9829a9ab9fbfdea33f',
    ),
    symfonyKey,
    1661590666,
  ],
  [
    'Mailgun, Symfony 2',
    'mailgun',
    mailgun(
      '1661621361',
      'fafa24ab7699395ccfce2847b87dce8a29f6696a79127ee77c',
      '4328a8ea0818dcb218382cf70ccee285c45a8755f5f5616be90b887b67d84593',
    ),
    symfonyKey,
    1661621361,
  ],
  [
    'Standard Webhooks v1',
    'standard-webhooks',
    standard(v1),
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    1614265330,
  ],
  [
    'Standard Webhooks v1a',
    'standard-webhooks',
    standard(v1a),
    'whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=',
    1614265330,
  ],
  [
    'Resend, by Svix',
    'resend',
    standard(`v2,AAAA ${v1}`),
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    1614265330,
  ],
  [
    'SESMetric',
    'sesmetric',
    {
      headers: {
        'x-sesmetric-timestamp': '1767225600',
        'x-sesmetric-signature': '55e6cec154b8ea30a9e79676c83d1531ae7bba79688251143f509ff5cda7482d',
      },
      body: '{"id":"evt_1","type":"bounce"}',
    },
    'sm_test_secret',
    1767225600,
  ],
  [
    'Awardee',
    'awardee',
    {
      headers: {
        'x-awardee-signature':
          't=1767225600,v1=2a156817e10cb7768ce3d9eae7fb2aae4c5c8cc289aedddd476512a8a07f39c6',
        'x-awardee-delivery': 'd1',
      },
      body: '{"orgId":"o1"}',
    },
    'whsec_0123456789abcdef',
    1767225600,
  ],
];

describe('mailfold verify', () => {
  it.each(vectors)('finds a published request genuine: %s', async (_, provider, request, key, seconds) => {
    const at = new Date(seconds * 1000).toISOString();
    expect(await verify(provider, request, '--key', key, '--at', at)).toEqual({
      exitCode: 0,
      out: 'genuine\n',
      error: '',
    });
    expect(await verify(provider, request, '--key', `AAAA${key.slice(4)}`, '--at', at)).not.toMatchObject({
      exitCode: 0,
    });
  });

  it.each(providerNames)('judges what %s sends', async (provider) => {
    const simulator = await simulatorOf(provider);
    const { signingKey, verificationKey } = simulator?.makeKeys() ?? { signingKey: '', verificationKey: '' };
    serveCertificates([signingKey]);
    const [payload] =
      simulator?.payloadsOf([{ kind: 'unknown', to: ['a@example.com'], messageId: 'm', at: new Date() }]) ??
      [];
    const url = 'https://hooks.example.com/webhooks/x';
    const request = simulator?.sign(payload ?? Buffer.from(''), signingKey, new Date(), url) as Request;
    expect(await verify(provider, request, '--key', verificationKey, '--url', url)).toMatchObject({
      exitCode: 0,
      out: 'genuine\n',
    });
  });

  it('takes headers as lines too, and several keys, as strings or files', async () => {
    const [vector] = sendgridVectors;
    if (!vector) throw new Error('expected a published vector, found none');
    const lines = Object.entries(sendgrid(vector).headers).map(([name, value]) => `${name}: ${value}`);
    const said = await commandLine(
      ...[
        'verify',
        '--provider',
        'sendgrid',
        '--headers',
        file('headers.txt', `POST /webhooks/sendgrid HTTP/1.1\r\n${lines.join('\r\n')}\r\n`),
      ],
      ...[
        '--body',
        file('body', vector.body),
        '--key',
        file('key.txt', `${vector.publicKey}\n`),
        '--key',
        'other',
        '--tolerance',
        '999999999',
        '--json',
      ],
    );
    expect(JSON.parse(said.out)).toEqual({ genuine: true, next: { type: 'enqueue' } });
  });
});

describe('the mistake that mailfold verify names', () => {
  const [, vector] = sendgridVectors;
  if (!vector) throw new Error('expected a published vector, found none');
  const at = ['--at', new Date(Number(vector.timestamp) * 1000).toISOString()];
  const key = ['--key', vector.publicKey];
  const about = async (request: Request, ...options: string[]) => {
    const { exitCode, out } = await verify('sendgrid', request, ...options);
    expect(exitCode).toBe(1);
    return out;
  };

  it.each([
    [
      'parsed and written out again',
      JSON.stringify(JSON.parse(vector.body)),
      /refused: signature-mismatch\nMost likely: the body was parsed and written out again/,
    ],
    [
      'pretty-printed',
      JSON.stringify(JSON.parse(vector.body), null, 2),
      /the body was parsed and written out again/,
    ],
    [
      'without its last CR LF',
      vector.body.trimEnd(),
      /a CR LF was lost at the end of the body: keep the raw bytes/,
    ],
    [
      'with other line endings',
      vector.body.replaceAll('\r\n', '\n'),
      /line endings were changed from CR LF to LF/,
    ],
    ['of another event', vector.body.replace('invalid@', 'valid@'), /the key belongs to another webhook/],
  ])('is a body %s', async (_, body, words) => {
    expect(await about({ ...sendgrid(vector), body }, ...key, ...at)).toMatch(words);
  });

  it('is a wrong key, or one that cannot be read', async () => {
    const other = sendgridVectors[0]?.publicKey ?? '';
    expect(await about(sendgrid(vector), '--key', other, ...at)).toContain(
      'the key belongs to another webhook, account or environment',
    );
    const { error, exitCode } = await verify('sendgrid', sendgrid(vector), '--key', '!!', ...at);
    expect([exitCode, error]).toEqual([
      3,
      'cannot verify the request: sendgrid: expected a public key in base64, found none among 1 keys\n',
    ]);
  });

  it('is a prefix that the key lacks, or quotes around it', async () => {
    const awardee = vectors.at(-1)?.[2] as Request;
    const said = await verify(
      'awardee',
      awardee,
      '--key',
      '0123456789abcdef',
      '--at',
      '2026-01-01T00:00:00Z',
    );
    expect(said.out).toContain('the key lacks its prefix whsec_: add it');
    const sesmetric = vectors.at(-2)?.[2] as Request;
    const quoted = await verify(
      'sesmetric',
      sesmetric,
      '--key',
      ' "sm_test_secret" ',
      '--at',
      '2026-01-01T00:00:00Z',
    );
    expect(quoted.out).toContain('the key has spaces, quotes or line breaks around it');
  });

  it('is a clock that is fast or slow', async () => {
    expect(await about(sendgrid(vector), ...key)).toMatch(
      /refused: timestamp-stale\nMost likely: the signature is valid but old/,
    );
    expect(await about(sendgrid(vector), ...key, '--at', '2021-01-01T00:00:00Z')).toMatch(
      /timestamp-in-future[\s\S]*our clock is slow/,
    );
  });

  it('is milliseconds in place of seconds', async () => {
    const headers = {
      ...sendgrid(vector).headers,
      'X-Twilio-Email-Event-Webhook-Timestamp': `${vector.timestamp}000`,
    };
    expect(await about({ ...sendgrid(vector), headers }, ...key, ...at)).toContain(
      'the time was changed from seconds to milliseconds',
    );
  });

  it('is missing headers', async () => {
    expect(await about({ ...sendgrid(vector), headers: {} }, ...key, ...at)).toMatch(
      /headers-missing[\s\S]*switch signing on/,
    );
  });
});
