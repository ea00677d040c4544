import type { Server } from 'node:http';
import { listen } from '../local/http-server.ts';

export type Listening = { readonly port: number };
export type CpuTime = { readonly micros: number };

/** Runs in a contender's process: reports its port, and on each message the CPU time used so far. */
export async function serveContender(server: Server): Promise<void> {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ micros: user + system } satisfies CpuTime);
  });
  // The bench has ended, or was killed.
  process.on('disconnect', () => process.exit());
  process.send?.({ port: await listen(server, 0) } satisfies Listening);
}
