import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Only for this machine: what is served here asks nobody for credentials. */
export function listen(server: Server, port: number): Promise<number> {
  // The clients keep their connections; were this side to close an idle one first, a request on its way
  // would be lost. Node's own 5 seconds are too few.
  server.keepAliveTimeout = 65_000;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
