import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IntakeFile, Placed } from '../../providers/suppression-intake.ts';
import { csvLine } from '../files/csv.ts';
import { exitCodes, Problem } from '../problem.ts';
import { jsonText } from '../ui/printable.ts';

export type IntakeRow = Exclude<Placed, { leftOut: string }>;
export type WrittenFile = { readonly file: string; readonly rows: number; readonly howTo: string };

/** Bytes to collect before they are written. Files are not kept open: there can be one for each stream. */
const bufferedBytes = 64 * 1024;

/** A file, or several if the provider limits their size. */
export class GrowingFile {
  private readonly folder: string;
  private readonly about: IntakeFile;
  private readonly done: WrittenFile[] = [];
  private path = '';
  private rows = 0;
  private bytes = 0;
  private buffered = '';
  private addresses: string[] = [];

  constructor(folder: string, about: IntakeFile) {
    this.folder = folder;
    this.about = about;
    this.open();
  }

  add(row: IntakeRow): void {
    if ('cells' in row) this.write(csvLine(row.cells), row.file);
    else {
      this.addresses.push(row.address);
      this.rows += 1;
      if (this.addresses.length === row.file.addressesPerBody) this.endBody();
    }
  }

  end(): readonly WrittenFile[] {
    this.endBody();
    this.close();
    return this.done;
  }

  private write(
    line: string,
    { mostRows = Infinity, mostBytes = Infinity }: IntakeFile & { form: 'csv' },
  ): void {
    const length = Buffer.byteLength(line);
    if (this.rows === mostRows || this.bytes + length > mostBytes) {
      this.close();
      this.open();
    }
    this.rows += 1;
    this.append(line);
  }

  private endBody(): void {
    if (this.about.form !== 'bodies' || this.addresses.length === 0) return;
    this.append(`${jsonText(this.about.bodyOf(this.addresses))}\n`);
    this.addresses = [];
  }

  private open(): void {
    const number = this.done.length === 0 ? '' : `-${this.done.length + 1}`;
    const ending = this.about.form === 'csv' ? 'csv' : 'jsonl';
    this.path = join(this.folder, `${fileName(this.about.name)}${number}.${ending}`);
    this.rows = 0;
    this.bytes = 0;
    try {
      writeFileSync(this.path, '', { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      throw new Problem(`${this.path} exists already; choose another folder with --output`, exitCodes.usage);
    }
    if (this.about.form === 'csv' && this.about.header) this.append(csvLine(this.about.header));
  }

  private append(text: string): void {
    this.buffered += text;
    this.bytes += Buffer.byteLength(text);
    if (this.buffered.length >= bufferedBytes) this.flush();
  }

  private flush(): void {
    appendFileSync(this.path, this.buffered);
    this.buffered = '';
  }

  private close(): void {
    this.flush();
    const howTo = this.about.howTo.replaceAll('FILE', this.path);
    this.done.push({ file: this.path, rows: this.rows, howTo });
  }
}

/** Streams have names of any characters. */
function fileName(name: string): string {
  return encodeURIComponent(name).replaceAll('%', '_').slice(0, 100);
}
