/** Where the runbook can be read by whoever gets an alarm mail. */
export const defaultRunbookUrl = 'https://github.com/mailfold/mailfold/blob/main/docs/runbook.md';

/** The link to a heading, with the anchor that GitHub gives it. */
export function runbookLink(url: string, heading: string): string {
  const anchor = heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
  return `${url}#${anchor}`;
}
