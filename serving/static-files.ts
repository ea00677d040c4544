import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';

export type StaticFile = {
  readonly body: Buffer;
  /** The same compressed. Absent for files that compression does not make smaller. */
  readonly gzip?: Buffer;
  readonly headers: Readonly<Record<string, string>>;
};

/** By path, such as `/assets/index-3f9a.js`. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

/**
 * Reads all files of a folder. Later only this map is asked, so no path of a request can lead out of the folder. Undefined when
 * there is no index.html.
 */
export function readStaticFiles(folder: string): StaticFiles | undefined {
  const files = new Map(listed(folder).map((file) => [pathOf(folder, file), readStaticFile(file)]));
  return files.has(startPage) ? files : undefined;
}

const startPage = '/index.html';

/** Where the build puts scripts and styles. */
const assets = '/assets/';

/** Every view of the console has a URL, and all of them are the same page, which reads its URL. */
export function findStaticFile(files: StaticFiles, path: string): StaticFile | undefined {
  return files.get(path) ?? (path.startsWith(assets) ? undefined : files.get(startPage));
}

/** The file as the caller can read it. */
export function encodedFile(
  { body, gzip, headers }: StaticFile,
  acceptEncoding = '',
): Pick<StaticFile, 'body' | 'headers'> {
  if (!gzip) return { body, headers };
  const varying = { ...headers, vary: 'accept-encoding' };
  return /\bgzip\b/.test(acceptEncoding)
    ? { body: gzip, headers: { ...varying, 'content-encoding': 'gzip' } }
    : { body, headers: varying };
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

function readStaticFile(file: string): StaticFile {
  const body = readFileSync(file);
  const gzip = gzipSync(body, { level: 9 });
  return {
    body,
    ...(gzip.length < body.length && { gzip }),
    headers: {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': hasHash(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
  };
}

/** The build puts a hash of the content into the names of scripts and styles: `index-3f9aB_-1.js`. */
function hasHash(file: string): boolean {
  return /-[\w-]{8}\.\w+$/.test(file);
}

function pathOf(folder: string, file: string): string {
  return `/${relative(folder, file).split(sep).join('/')}`;
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
  } catch {
    return [];
  }
}
