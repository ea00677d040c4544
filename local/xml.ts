/** XML as the query protocol of AWS has it: the entries of a list are called `member`. */
export function toXml(value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((each) => `<member>${toXml(each)}</member>`).join('');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, each]) => `<${name}>${toXml(each)}</${name}>`)
      .join('');
  return String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
