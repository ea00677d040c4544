import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { announce, clearFaces, localFaces } from '../../bin/local-faces.ts';
import { endpointsFile, readEndpoints } from '../../cli/local-endpoints.ts';
import type { LocalStack } from '../../local/local-stack.ts';
import { temporaryFolder } from './support/assembly.ts';

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => folder.remove());

describe('what Mailfold adds to a local run', () => {
  it('is a key for each provider, in the secret too', async () => {
    const { providerKeys, options } = await localFaces();
    expect(options.completeSecret?.({ mine: ['x'] })).toMatchObject({
      mine: ['x'],
      sendgrid: [providerKeys['sendgrid']?.verificationKey],
    });
  });

  it('is its OpenAPI document', async () => {
    const { options } = await localFaces();
    expect(options.documents?.['/openapi.json']).toMatchObject({ info: { title: 'Mailfold' } });
  });

  it('keeps its keys from start to start, in a file that only its owner can read', async () => {
    const { providerKeys: first } = await localFaces(folder.path);
    expect((await localFaces(folder.path)).providerKeys).toEqual(first);
    expect(statSync(`${folder.path}/provider-keys.json`).mode & 0o777).toBe(0o600);
  });

  it('has new keys after a fresh start', async () => {
    const { providerKeys: first } = await localFaces(folder.path);
    clearFaces(folder.path);
    expect((await localFaces(folder.path)).providerKeys).not.toEqual(first);
  });
});

describe('a running local stack', () => {
  const endpoints = {
    region: 'us-east-1',
    awsEndpoint: 'http://127.0.0.1:5000',
    dynamoDbEndpoint: 'http://127.0.0.1:8000',
  };
  const facts = { apiUrl: 'http://127.0.0.1:4710', stackName: 'Tiny', outputs: { ApiUrl: 'http://x' } };
  const stack = { ...facts, endpoints } as unknown as LocalStack;

  it('is found by the command line until it takes its announcement back', () => {
    const takeBack = announce(folder.path, stack);
    expect(readEndpoints(folder.path)).toEqual({ pid: process.pid, ...facts, ...endpoints });
    takeBack();
    expect(readEndpoints(folder.path)).toBeUndefined();
  });

  it('is not found when it was killed', () => {
    announce(folder.path, stack);
    const { pid: deadPid } = spawnSync(process.execPath, ['-e', '']);
    const announced = JSON.parse(readFileSync(endpointsFile(folder.path), 'utf8'));
    writeFileSync(endpointsFile(folder.path), JSON.stringify({ ...announced, pid: deadPid }));
    expect(readEndpoints(folder.path)).toBeUndefined();
  });
});
