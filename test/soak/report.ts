import { paint, print, printJson, type Terminal, table } from '../../cli/ui/terminal.ts';
import type { Check } from './accounts.ts';
import type { Counts } from './counts.ts';
import type { SoakSettings } from './settings.ts';

const words: Readonly<Record<keyof Counts, string>> = {
  requests: 'requests',
  accepted: 'requests accepted',
  triedAgain: 'requests tried again after trouble',
  events: 'events accepted, each counted once',
  stored: 'events stored',
  repeated: 'events recognised as repeats',
  redriven: 'readable dead letters redriven',
  dead: 'dead letters in the end',
  poison: 'unreadable events accepted',
  forged: 'forged requests',
  kills: 'functions killed',
  throttledCalls: 'table calls throttled',
  slowCalls: 'table calls delayed',
  brokenCalls: 'table connections broken',
  redeliveries: 'messages delivered again on purpose',
  shortVisibility: 'periods of short visibility',
  releases: 'releases',
  suppressions: 'manual suppressions',
  forgotten: 'requests to forget',
};

const shownProblems = 5;

export function report(
  { json, seed, minutes }: SoakSettings,
  counts: Counts,
  checks: readonly Check[],
  terminal: Terminal,
): void {
  const failed = checks.filter(({ problems }) => problems.length > 0).length;
  const passed = checks.length - failed;
  if (json) printJson(terminal, { seed, minutes, counts, checks, passed, failed });
  else print(terminal, ...reportLines(seed, counts, checks, terminal), `${passed} passed, ${failed} failed`);
}

function reportLines(seed: number, counts: Counts, checks: readonly Check[], terminal: Terminal): string[] {
  const rows = Object.entries(counts).map(([name, count]) => [words[name as keyof Counts], String(count)]);
  const results = checks.flatMap((check) => linesOf(check, terminal));
  return ['', ...table([...rows, ['seed', String(seed)]]), '', ...results, ''];
}

function linesOf({ what, problems }: Check, terminal: Terminal): string[] {
  if (problems.length === 0) return [`${paint('green', '✓', terminal)} ${what}`];
  const more = problems.length - shownProblems;
  return [
    `${paint('red', '✗', terminal)} ${what}`,
    ...problems.slice(0, shownProblems).map((problem) => `    ${problem}`),
    ...(more > 0 ? [`    and ${more} more; --json shows all`] : []),
  ];
}

/** `02:15  storm, throttled tables  requests 1620  …`, on standard error. */
export function progressLine(seconds: number, phase: string, counts: Counts, queue: number): string {
  const clock = [seconds / 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
  const { requests, accepted, kills, throttledCalls, brokenCalls, redeliveries, releases, forgotten } =
    counts;
  return [
    `${clock}  ${phase.padEnd(26)}`,
    `requests ${requests}, accepted ${accepted}, queue ${queue}, kills ${kills}, throttled ${throttledCalls},`,
    `broken ${brokenCalls}, redelivered ${redeliveries}, releases ${releases}, forgets ${forgotten}`,
  ].join(' ');
}
