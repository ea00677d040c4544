import { paint, print, type Terminal, table } from '../cli/ui/terminal.ts';

/** The result of one bench: tables, and goals that are met or not. */
export type Report = {
  readonly title: string;
  /** What was measured and how, in a sentence or two. */
  readonly about: string;
  readonly tables: readonly ReportTable[];
  readonly goals: readonly Goal[];
  /** What a reader needs to know to judge the figures. */
  readonly notes?: readonly string[];
};

export type ReportTable = {
  readonly caption?: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

export type Goal = { readonly goal: string; readonly found: string; readonly isMet: boolean };

export function atLeast(goal: string, found: number, wanted: number): Goal {
  return { goal: `${goal}: at least ${times(wanted)}`, found: times(found), isMet: found >= wanted };
}

export function times(ratio: number): string {
  return `${ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(1)}×`;
}

export function printReport(report: Report, terminal: Terminal): void {
  print(terminal, '', paint('bold', report.title, terminal), report.about);
  for (const { caption, head, rows } of report.tables) {
    print(terminal, '', ...(caption ? [caption] : []));
    const [heading = '', ...lines] = table([head, ...rows]);
    print(terminal, paint('dim', heading, terminal), ...lines);
  }
  if (report.goals.length > 0) print(terminal, '');
  for (const { goal, found, isMet } of report.goals) {
    const verdict = isMet ? paint('green', 'met    ', terminal) : paint('red', 'NOT MET', terminal);
    print(terminal, `${verdict}  ${goal}; found ${found}`);
  }
  if (report.notes?.length) print(terminal, '', ...report.notes);
}

/** The same as a section of docs/performance.md. */
export function asMarkdown(report: Report): string {
  const tables = report.tables.map(({ caption, head, rows }) => {
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
    const lines = [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
    return caption ? `${caption}:\n\n${lines}` : lines;
  });
  const goals = report.goals.map(
    ({ goal, found, isMet }) => `- ${isMet ? 'Met' : '**Not met**'}: ${goal}; found ${found}.`,
  );
  return [
    `## ${report.title}`,
    report.about,
    ...tables,
    ...(goals.length > 0 ? [goals.join('\n')] : []),
    ...(report.notes ?? []),
  ].join('\n\n');
}
