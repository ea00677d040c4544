import type { Context } from 'aws-lambda';

/** As long as on Lambda, because the log repeats it. */
export const lambdaContext = {
  functionName: 'Mailfold-MailfoldConsumerFunction5C1A9F3E-b7Xq2LkP9sVd',
  invokedFunctionArn:
    'arn:aws:lambda:us-east-1:123456789012:function:Mailfold-MailfoldConsumerFunction5C1A9F3E-b7Xq2LkP9sVd',
  memoryLimitInMB: '1024',
  awsRequestId: '8f4c6d0e-2b1a-4a7e-9c3d-5e6f7a8b9c0d',
  getRemainingTimeInMillis: () => 60_000,
} as unknown as Context;

/** What Lambda sets for each run, traced or not. */
export const traceHeader = {
  _X_AMZN_TRACE_ID: 'Root=1-6a1b2c3d-4e5f6a7b8c9d0e1f2a3b4c5d;Parent=1a2b3c4d5e6f7a8b;Sampled=0',
};
