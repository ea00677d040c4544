import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { EventPattern } from '../event-pattern.ts';
import type { BusEvent } from './event.ts';

export type ArchiveSettings = {
  readonly name: string;
  readonly arn: string;
  readonly bus: string;
  readonly isWanted: EventPattern;
  /** 0 for ever. */
  readonly retentionDays: number;
};

export type Archive = {
  readonly settings: ArchiveSettings;
  readonly count: number;
  keep(event: BusEvent): void;
  /** By the time in the event, oldest first. */
  between(from: Date, to: Date): BusEvent[];
};

const keptEvents = 100_000;

/** The latest events of a bus, in memory, and in `file` if given: one line of JSON each. */
export function openArchive(settings: ArchiveSettings, file?: string): Archive {
  const events: BusEvent[] = file ? readLines(file) : [];
  if (file) mkdirSync(dirname(file), { recursive: true });
  const isKept = ({ time }: BusEvent) =>
    settings.retentionDays === 0 || Date.parse(time) >= Date.now() - settings.retentionDays * 86_400_000;
  return {
    settings,
    get count() {
      return events.filter(isKept).length;
    },
    keep(event) {
      if (!settings.isWanted(event)) return;
      events.push(event);
      if (events.length > keptEvents) events.shift();
      if (file) appendFileSync(file, `${JSON.stringify(event)}\n`, { mode: 0o600 });
    },
    between(from, to) {
      const within = ({ time }: BusEvent) =>
        Date.parse(time) >= from.getTime() && Date.parse(time) < to.getTime();
      return events
        .filter((event) => isKept(event) && within(event))
        .sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
    },
  };
}

/** The last line is incomplete if the process was killed while it wrote. */
function readLines(file: string): BusEvent[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1).slice(-keptEvents);
  return lines.map((line) => JSON.parse(line) as BusEvent);
}
