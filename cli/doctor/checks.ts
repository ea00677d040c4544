import { alarms } from './alarms.ts';
import { api } from './api.ts';
import type { Check } from './check.ts';
import { consumer } from './consumer.ts';
import { deadLetters } from './dead-letters.ts';
import { keys } from './keys.ts';
import { lastEvents } from './last-events.ts';
import { queue } from './queue.ts';
import { tables } from './tables.ts';
import { topic } from './topic.ts';

/** In the order in which an event meets them. */
export const checks: readonly Check[] = [
  api,
  keys,
  topic,
  queue,
  consumer,
  deadLetters,
  tables,
  lastEvents,
  alarms,
];
