import { gzipSync } from 'node:zlib';

/** What the budget needs to know of a built file; Vite's output has it. */
export type BuiltFile = {
  readonly fileName: string;
  readonly content: string | Uint8Array;
  readonly isEntry: boolean;
  /** Files that load together with this one. */
  readonly imports: readonly string[];
  /** The file of a page that is loaded when someone opens it. */
  readonly pageOf?: string | undefined;
};

export type PageSize = { readonly page: string; readonly bytes: number };

export type Sizes = {
  /** Scripts and styles that every visit loads. */
  readonly shared: number;
  /** What each page adds. */
  readonly pages: readonly PageSize[];
};

const kilobyte = 1_000;

/** In bytes after gzip. */
export const budget = { firstLoad: 30 * kilobyte, page: 6 * kilobyte };

export function sizesOf(files: readonly BuiltFile[]): Sizes {
  const byName = new Map(files.map((file) => [file.fileName, file]));
  const sharedFiles = new Set(
    files.flatMap((file) =>
      file.isEntry || file.fileName.endsWith('.css') ? withImports(file, byName) : [],
    ),
  );
  return {
    shared: bytesOf(sharedFiles, byName),
    pages: files.flatMap((file) =>
      file.pageOf === undefined
        ? []
        : [
            {
              page: file.pageOf,
              bytes: bytesOf(
                withImports(file, byName).filter((name) => !sharedFiles.has(name)),
                byName,
              ),
            },
          ],
    ),
  };
}

/** A sentence for each limit that is exceeded. */
export function overBudget({ shared, pages }: Sizes): string[] {
  return pages.flatMap(({ page, bytes }) => [
    ...(shared + bytes > budget.firstLoad
      ? [
          `expected the first load of the page "${page}" to be at most ${kilobytes(budget.firstLoad)}, found ${kilobytes(shared + bytes)}`,
        ]
      : []),
    ...(bytes > budget.page
      ? [`expected the page "${page}" to add at most ${kilobytes(budget.page)}, found ${kilobytes(bytes)}`]
      : []),
  ]);
}

export function kilobytes(bytes: number): string {
  return `${(bytes / kilobyte).toFixed(1)} KB`;
}

function withImports(
  file: BuiltFile,
  byName: ReadonlyMap<string, BuiltFile>,
  seen = new Set<string>(),
): string[] {
  if (seen.has(file.fileName)) return [];
  seen.add(file.fileName);
  for (const name of file.imports) {
    const imported = byName.get(name);
    if (imported) withImports(imported, byName, seen);
  }
  return [...seen];
}

function bytesOf(names: Iterable<string>, byName: ReadonlyMap<string, BuiltFile>): number {
  let bytes = 0;
  for (const name of new Set(names)) bytes += gzipSync(byName.get(name)?.content ?? '', { level: 9 }).length;
  return bytes;
}
