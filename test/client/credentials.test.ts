import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MailfoldClient, type MailfoldClientOptions } from '../../client/index.ts';

const deployed = 'https://abc123.execute-api.eu-west-1.amazonaws.com';

beforeEach(() => {
  for (const name of Object.keys(process.env).filter((each) => each.startsWith('AWS_')))
    vi.stubEnv(name, undefined);
  // No request to the metadata service of an instance.
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** The headers by which a server knows the caller. */
async function shown(options: MailfoldClientOptions) {
  let headers: Record<string, string> = {};
  const client = new MailfoldClient({
    ...options,
    fetch: async (_, init) => {
      headers = init?.headers as Record<string, string>;
      return Response.json({});
    },
  });
  await client.getMessage({ messageId: 'm1' });
  const [, key, region] =
    /Credential=([^/]*)\/\d+\/([^/]*)\/execute-api/.exec(headers['authorization'] ?? '') ?? [];
  return { key, region, token: headers['x-amz-security-token'] };
}

describe('the credentials', () => {
  it('are not needed for the local stack, and those of AWS do not go there', async () => {
    expect(await shown({ url: 'http://127.0.0.1:4710' })).toMatchObject({
      key: 'local',
      region: 'us-east-1',
    });
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAENV');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    expect(await shown({ url: 'http://localhost:4710' })).toMatchObject({ key: 'local' });
  });

  it('come from the environment', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAENV');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    vi.stubEnv('AWS_SESSION_TOKEN', 'token');
    expect(await shown({ url: deployed })).toEqual({ key: 'AKIAENV', region: 'eu-west-1', token: 'token' });
  });

  it('come from the caller, before all others', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAENV');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    const credentials = { accessKeyId: 'AKIAOWN', secretAccessKey: 'own' };
    for (const given of [credentials, async () => credentials])
      expect(await shown({ url: deployed, credentials: given })).toMatchObject({ key: 'AKIAOWN' });
  });

  it('come from a profile', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mailfold-profile-'));
    const file = join(folder, 'credentials');
    writeFileSync(file, '[staging]\naws_access_key_id = AKIAPROFILE\naws_secret_access_key = s\n');
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', file);
    vi.stubEnv('AWS_CONFIG_FILE', join(folder, 'none'));
    expect(await shown({ url: deployed, profile: 'staging' })).toMatchObject({ key: 'AKIAPROFILE' });
    vi.stubEnv('AWS_PROFILE', 'staging');
    expect(await shown({ url: deployed })).toMatchObject({ key: 'AKIAPROFILE' });
    await expect(shown({ url: deployed, profile: 'production' })).rejects.toMatchObject({
      code: 'no-credentials',
      message: expect.stringMatching(/^expected AWS credentials of the profile production: ./),
    });
    rmSync(folder, { recursive: true });
  });

  it('of a function are kept until five minutes before they end, and asked for once by many calls', async () => {
    let asked = 0;
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
    const client = new MailfoldClient({
      url: deployed,
      credentials: async () => {
        asked += 1;
        return {
          accessKeyId: `key-${asked}`,
          secretAccessKey: 's',
          expiration: new Date(Date.now() + 3_600_000),
        };
      },
      fetch: async () => Response.json({}),
    });
    const call = () => client.getMessage({ messageId: 'm1' });
    await Promise.all([call(), call(), call()]);
    clock.mockReturnValue(now + 54 * 60_000);
    await call();
    expect(asked).toBe(1);
    clock.mockReturnValue(now + 56 * 60_000);
    await call();
    expect(asked).toBe(2);
    clock.mockRestore();
  });

  it('of a function that fails are asked for again by the next call', async () => {
    let asked = 0;
    const client = new MailfoldClient({
      url: deployed,
      credentials: async () => {
        asked += 1;
        if (asked === 1) throw new Error('the session has ended');
        return { accessKeyId: 'a', secretAccessKey: 'b' };
      },
      fetch: async () => Response.json({ is: 'answered' }),
    });
    await expect(client.getMessage({ messageId: 'm1' })).rejects.toMatchObject({
      code: 'no-credentials',
      message: 'expected AWS credentials: the session has ended',
    });
    expect(await client.getMessage({ messageId: 'm1' })).toEqual({ is: 'answered' });
  });
});

describe('the region', () => {
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };

  it('is that of the URL, whatever the region of the program is', async () => {
    vi.stubEnv('AWS_REGION', 'us-west-2');
    for (const [url, region] of [
      [deployed, 'eu-west-1'],
      ['https://abc123.execute-api.cn-north-1.amazonaws.com.cn', 'cn-north-1'],
      ['https://mail.example.com', 'us-west-2'],
    ] as const)
      expect(await shown({ url, credentials })).toMatchObject({ region });
    expect(await shown({ url: deployed, region: 'ap-south-1', credentials })).toMatchObject({
      region: 'ap-south-1',
    });
  });

  it('must be known', () => {
    expect(() => new MailfoldClient({ url: 'https://mail.example.com', credentials })).toThrow(
      'no AWS region',
    );
  });
});

describe('the URL', () => {
  it('must be one of an API', () => {
    for (const url of ['', 'abc123', 'ftp://x', undefined as unknown as string])
      expect(() => new MailfoldClient({ url })).toThrow('expected the output ApiUrl');
  });
});
