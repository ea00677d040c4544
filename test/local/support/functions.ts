import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createFunctionPool,
  type FunctionPool,
  type FunctionPoolOptions,
} from '../../../local/function-pool.ts';
import type { FunctionSettings } from '../../../local/function-settings.ts';

/** Runs `source` as a function, in its own process. */
export function functionOf(
  folder: string,
  source: string,
  settings: Partial<FunctionSettings> = {},
  options: FunctionPoolOptions = {},
): FunctionPool {
  const modulePath = join(folder, 'index.mjs');
  writeFileSync(modulePath, source);
  return createFunctionPool(
    {
      name: 'tiny',
      arn: 'arn:aws:lambda:us-east-1:000000000000:function:tiny',
      modulePath,
      exportName: 'handler',
      accessKeyId: 'local',
      roleArn: 'arn:aws:iam::000000000000:role/tiny',
      logGroup: '/aws/lambda/tiny',
      timeoutSeconds: 5,
      memoryMegabytes: 128,
      environment: {},
      ...settings,
    },
    options,
  );
}

/** A function that only answers, for tests of the parts around it. */
export function poolThat(
  invoke: (event: never) => unknown,
  settings: Partial<FunctionSettings> = {},
): FunctionPool {
  return {
    settings: {
      name: 'fake',
      arn: 'arn:aws:lambda:us-east-1:000000000000:function:fake',
      modulePath: '',
      exportName: 'handler',
      accessKeyId: 'local',
      roleArn: 'arn:aws:iam::000000000000:role/tiny',
      logGroup: '/aws/lambda/tiny',
      timeoutSeconds: 5,
      memoryMegabytes: 128,
      environment: {},
      ...settings,
    },
    pids: [],
    async invoke(event) {
      try {
        return { ok: true, response: await invoke(event as never) };
      } catch (error) {
        return { ok: false, error: { errorType: 'Error', errorMessage: (error as Error).message } };
      }
    },
    warm: async () => {},
    stop: async () => {},
  };
}
