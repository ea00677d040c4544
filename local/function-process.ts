/**
 * One execution environment: loads a bundle as Lambda would, then handles one event at a time.
 * Runs in its own process, started by function-environment.ts; argv names module, export and ARN.
 */
import { flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';

export type ToFunction = { readonly id: string; readonly event: string; readonly deadline: number };

export type FunctionError = {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: string;
};

export type FromFunction =
  | { readonly type: 'ready' }
  | { readonly type: 'init-failed'; readonly error: FunctionError }
  | { readonly type: 'answer'; readonly id: string; readonly response: string }
  | { readonly type: 'failure'; readonly id: string; readonly error: FunctionError };

type Handler = (event: unknown, context: unknown) => unknown;

const [, , modulePath = '', exportName = '', functionArn = ''] = process.argv;

// For this process only: on AWS the function does not see it.
delete process.env['NODE_COMPILE_CACHE'];

// The parent has ended, or was killed: nothing else would end this process.
process.on('disconnect', () => process.exit(0));

try {
  const module = (await import(pathToFileURL(modulePath).href)) as Record<string, unknown>;
  const exported =
    module[exportName] ?? (module['default'] as Record<string, unknown> | undefined)?.[exportName];
  if (typeof exported !== 'function') {
    throw Object.assign(new Error(`${modulePath} exports no function ${exportName}`), {
      name: 'HandlerNotFound',
    });
  }
  process.on('message', (message: ToFunction) => void handle(exported as Handler, message));
  tell({ type: 'ready' });
  // Otherwise written when the process ends, but it is killed.
  flushCompileCache();
} catch (error) {
  tell({ type: 'init-failed', error: describe(error) });
}

async function handle(handler: Handler, { id, event, deadline }: ToFunction): Promise<void> {
  try {
    const response = await handler(JSON.parse(event), contextOf(id, deadline));
    // Lambda sends responses as JSON, so a response that is not serializable is an error there too.
    tell({ type: 'answer', id, response: JSON.stringify(response) ?? 'null' });
  } catch (error) {
    tell({ type: 'failure', id, error: describe(error) });
  }
}

function contextOf(awsRequestId: string, deadline: number) {
  const name = process.env['AWS_LAMBDA_FUNCTION_NAME'] ?? '';
  return {
    awsRequestId,
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: functionArn,
    memoryLimitInMB: process.env['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'],
    logGroupName: `/aws/lambda/${name}`,
    logStreamName: `local/${process.pid}`,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

function describe(error: unknown): FunctionError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) };
  return {
    errorType: error.name,
    errorMessage: error.message,
    ...(error.stack ? { trace: error.stack } : {}),
  };
}

function tell(message: FromFunction): void {
  process.send?.(message);
}
