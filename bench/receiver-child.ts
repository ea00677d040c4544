import type { Server } from 'node:http';
import { listen } from '../local/http-server.ts';

export type Listening = { readonly port: number };
export type CpuTime = { readonly micros: number };

/** A contender's own process: says where it listens, and how much CPU time it has used whenever it is asked. */
export async function serveContender(server: Server): Promise<void> {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ micros: user + system } satisfies CpuTime);
  });
  // The bench has gone, perhaps without a word.
  process.on('disconnect', () => process.exit());
  process.send?.({ port: await listen(server, 0) } satisfies Listening);
}
