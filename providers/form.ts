/** The fields of a form, in the order in which they came. A name can come several times. */
export type Form = readonly (readonly [name: string, value: string])[];

/**
 * The fields of a posted form. The body itself shows its form: a multipart body begins with its boundary, and any other
 * is URL-encoded. Files are left out.
 */
export function readForm(body: Buffer): Form {
  return body.subarray(0, 2).toString('latin1') === '--'
    ? multipartFields(body)
    : [...new URLSearchParams(body.toString())];
}

export function firstIn(form: Form, name: string): string | undefined {
  return form.find(([each]) => each === name)?.[1];
}

function multipartFields(body: Buffer): [string, string][] {
  // Latin-1 keeps every byte.
  const text = body.toString('latin1');
  // Lines end with CR LF. A sender that ends them otherwise is read too.
  const lineEnd = /\r?\n/.exec(text)?.[0] ?? '';
  const boundary = lineEnd && text.slice(0, text.indexOf(lineEnd));
  if (boundary.length <= 2) return [];
  const fields: [string, string][] = [];
  // Anybody can post a form, so every step takes time in proportion to the length.
  for (const part of text.split(boundary)) {
    const headEnd = Math.max(0, part.indexOf(lineEnd + lineEnd));
    const disposition = /^content-disposition:(.*)$/im.exec(part.slice(0, headEnd))?.[1] ?? '';
    const name = /;\s*name="?([^";]*)"?/i.exec(disposition)?.[1];
    if (name === undefined || /;\s*filename/i.test(disposition)) continue;
    // The line end in front of the next boundary belongs to the boundary.
    fields.push([utf8(name), utf8(part.slice(headEnd + 2 * lineEnd.length, -lineEnd.length))]);
  }
  return fields;
}

function utf8(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString();
}
