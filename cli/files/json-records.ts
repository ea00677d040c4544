/** One record of a JSON file as it is written there, or what is wrong with it. Lines count from 1. */
export type JsonRecord =
  | { readonly line: number; readonly text: string }
  | { readonly line: number; readonly problem: string };

type Options = {
  /** Whether the list under this key of a document holds the records: `{"items": […], "paging": …}`. */
  readonly isList: (key: string) => boolean;
  /** Gets each document that had such a list, without it. */
  readonly onDocument?: (text: string) => void;
};

/** A longer record means that the file is not what it seems to be. */
const mostCharacters = 16 * 1024 * 1024;

/**
 * Reads a list, a document with a list, one object per line, or several of these after each other, with or without line
 * breaks between them. Holds one record at a time, however long the list is.
 */
export async function* jsonRecords(
  chunks: AsyncIterable<string>,
  options: Options,
): AsyncGenerator<JsonRecord> {
  const scanner = new Scanner(options);
  for await (const chunk of chunks) yield* scanner.feed(chunk);
  yield* scanner.end();
}

const [quote, backslash, newline] = ['"', '\\', '\n'].map((character) => character.charCodeAt(0));
const opening = new Set(['{', '['].map((character) => character.charCodeAt(0)));
const closing = new Set(['}', ']'].map((character) => character.charCodeAt(0)));
const between = new Set([' ', '\t', '\r', '\n', ',', '\uFEFF'].map((character) => character.charCodeAt(0)));
const openList = '['.charCodeAt(0);
const closeList = ']'.charCodeAt(0);
const colon = ':'.charCodeAt(0);

/** Finds where records begin and end by counting brackets. Whoever parses a record finds out whether it is JSON. */
class Scanner {
  private readonly options: Options;
  private text = '';
  private at = 0;
  private line = 1;
  /** Brackets that are open. */
  private depth = 0;
  private isInString = false;
  private isEscaped = false;
  /** Lists whose elements are documents or records. Their brackets are not part of any of them. */
  private outer: ('list' | 'list of a document')[] = [];
  /** Where the current document or record begins; undefined between two of them. */
  private begin: number | undefined;
  private beginLine = 1;
  /** The part of a document before its list. */
  private head: string | undefined;
  /** The last string on the first level of the document, which may be a key. */
  private stringBegin = 0;
  private key: string | undefined;
  private isAfterColon = false;

  constructor(options: Options) {
    this.options = options;
  }

  *feed(chunk: string): Generator<JsonRecord> {
    const kept = this.begin ?? this.at;
    this.text = this.text.slice(kept) + chunk;
    this.at -= kept;
    this.stringBegin -= kept;
    if (this.begin !== undefined) this.begin = 0;
    for (; this.at < this.text.length; this.at += 1) {
      const code = this.text.charCodeAt(this.at);
      if (code === newline) this.line += 1;
      if (this.isInString) this.inString(code);
      else if (this.begin === undefined) yield* this.betweenRecords(code);
      else yield* this.inRecord(code);
    }
    if (this.text.length - (this.begin ?? this.at) > mostCharacters)
      throw new RangeError(`the record that begins on line ${this.beginLine} does not end`);
  }

  *end(): Generator<JsonRecord> {
    if (this.begin !== undefined && this.depth === 0 && !this.isInString) yield this.cut(this.text.length);
    else if (this.begin !== undefined || this.outer.length > 0)
      yield {
        line: this.begin === undefined ? this.line : this.beginLine,
        problem: 'the file ends here, in the middle of a record',
      };
  }

  private inString(code: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (code === backslash) this.isEscaped = true;
    else if (code === quote) {
      this.isInString = false;
      if (this.depth === 1) this.key = this.text.slice(this.stringBegin + 1, this.at);
    }
  }

  private *betweenRecords(code: number): Generator<JsonRecord> {
    if (between.has(code)) return;
    if (code === closeList && this.outer.length > 0) {
      const closed = this.outer.pop();
      if (closed === 'list of a document') this.resumeDocument();
      return;
    }
    // A list in a list is not a record, so the elements of a list are documents, and those of a document's list records.
    if (code === openList && this.outer.length === 0) {
      this.outer.push('list');
      return;
    }
    this.begin = this.at;
    this.beginLine = this.line;
    this.key = undefined;
    this.isAfterColon = false;
    yield* this.inRecord(code);
  }

  private *inRecord(code: number): Generator<JsonRecord> {
    if (code === quote) {
      this.isInString = true;
      this.stringBegin = this.at;
    } else if (opening.has(code)) {
      if (this.isListOfDocument(code)) this.enterList();
      else this.depth += 1;
    } else if (closing.has(code)) {
      if (this.depth === 0) {
        // A number or a word as the last element of a list.
        yield this.cut(this.at);
        yield* this.betweenRecords(code);
        return;
      }
      this.depth -= 1;
      if (this.depth === 0) yield* this.endRecord();
      return;
    } else if (this.depth === 0 && between.has(code)) {
      yield this.cut(this.at);
      return;
    }
    if (this.depth === 1) this.isAfterColon = code === colon || (this.isAfterColon && between.has(code));
  }

  /** Whether the bracket opens the list that holds the records of the current document. */
  private isListOfDocument(code: number): boolean {
    return (
      code === openList &&
      this.depth === 1 &&
      this.isAfterColon &&
      this.head === undefined &&
      this.outer.at(-1) !== 'list of a document' &&
      this.key !== undefined &&
      this.options.isList(this.key)
    );
  }

  private enterList(): void {
    this.head = this.text.slice(this.begin, this.at);
    this.begin = undefined;
    this.depth = 0;
    this.outer.push('list of a document');
  }

  /** What follows the list belongs to the document again. */
  private resumeDocument(): void {
    this.begin = this.at + 1;
    this.depth = 1;
  }

  private *endRecord(): Generator<JsonRecord> {
    if (this.head === undefined || this.outer.at(-1) === 'list of a document') {
      yield this.cut(this.at + 1);
      return;
    }
    this.options.onDocument?.(`${this.head}null${this.text.slice(this.begin, this.at + 1)}`);
    this.head = undefined;
    this.begin = undefined;
  }

  private cut(end: number): JsonRecord {
    const text = this.text.slice(this.begin, end);
    this.begin = undefined;
    return { line: this.beginLine, text };
  }
}
