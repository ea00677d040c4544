import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { actions, counts, resetCounts } from './rows.ts';

/**
 * Takes the place of DynamoDB, in its own process: answers after five milliseconds at any load, and knows which rows
 * exist. So the contenders differ only in their own CPU time.
 */
const latencyMillis = 5;

/** The other services that the receiver calls. */
const others: Record<string, (request: Record<string, string>) => object> = {
  SendMessage: ({ MessageBody = '' }) => ({
    MessageId: '00000000-0000-0000-0000-000000000000',
    MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
  }),
  GetSecretValue: ({ SecretId = '' }) => ({ Name: SecretId, SecretString: process.env['BENCH_SECRET'] }),
};

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    counts.calls += 1;
    const action = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const answer = (actions[action] ?? others[action])?.(JSON.parse(Buffer.concat(chunks).toString())) ?? {
      __type: 'UnknownOperationException',
    };
    const status = '__type' in answer ? 400 : 200;
    setTimeout(() => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify(answer));
    }, latencyMillis);
  });
});
server.keepAliveTimeout = 65_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});

/** Reports the counts since the last message. */
process.on('message', () => {
  process.send?.(counts);
  resetCounts();
});
process.on('disconnect', () => process.exit());
