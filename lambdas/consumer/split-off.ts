import { type Envelope, toEnvelope } from '../../queue/envelope.ts';
import { type OpenDependencies, openMessage } from './open-message.ts';
import type { Progress } from './progress.ts';

/**
 * The parts of a message that cannot be read, as one message with the reason. Becomes a dead letter alone, and can be
 * redriven once the code can read it. Undefined if they cannot be put into a message.
 */
export function splitOff(message: Progress, deps: OpenDependencies): Envelope | undefined {
  // Opened again, because holding all bodies until now would take too much memory.
  const opened = openMessage(message.record, deps);
  if ('reason' in opened) return undefined;
  const { webhook, reports } = opened;
  try {
    const body = reports.bodyOf(message.unreadable.map((place) => reports.parts[place]));
    return toEnvelope({ ...webhook, request: { ...webhook.request, body }, reason: message.reason });
  } catch (error) {
    // JSON with thousands of nested brackets can be parsed, but not written.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
