/** Lets the browser save a text as a file. */
export function saveFile(name: string, lines: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([...lines], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
