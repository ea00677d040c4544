/** Where the local stack keeps its data. MAILFOLD_DIR lets a second one keep its own. */
export function localFolder(): string {
  return process.env['MAILFOLD_DIR'] ?? '.mailfold';
}
