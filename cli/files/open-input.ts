import {
  closeSync,
  createReadStream,
  createWriteStream,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createInflateRaw } from 'node:zlib';
import { cannotRead } from '../file-problem.ts';
import { exitCodes, Problem } from '../problem.ts';
import { onlyMember, type ZipMember } from './zip.ts';

/** A file that can be read several times, in pieces. */
export type InputFile = {
  /** As the user wrote it. */
  readonly path: string;
  /** Without its folder; empty for standard input. */
  readonly name: string;
  /** The size on the disk, in bytes. */
  readonly size: number;
  /** The text in UTF-8, unpacked. `onBytes` gets how much of the file on the disk was read since the last call. */
  read(onBytes?: (bytes: number) => void): AsyncIterable<string>;
  /** Throws when somebody has changed the file since it was opened. */
  mustBeUnchanged(): void;
  close(): void;
};

/** `-` is standard input, which is kept in a file of its own until `close`, because it is read more than once. */
export async function openInput(path: string): Promise<InputFile> {
  if (path !== '-') return inputAt(path, path);
  const folder = mkdtempSync(join(tmpdir(), 'mailfold-input-'));
  const close = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', close);
  const spool = join(folder, 'input');
  // The file holds addresses, so only its owner can read it.
  await pipeline(process.stdin, createWriteStream(spool, { mode: 0o600 }));
  return { ...inputAt(spool, 'standard input'), name: '', close };
}

function inputAt(path: string, shown: string): InputFile {
  const { size, mtimeMs } = factsOf(path, shown);
  const packing = packingOf(path, shown);
  return {
    path: shown,
    name: packing.type === 'zip' ? basename(packing.member.name) : basename(path).replace(/\.gz$/i, ''),
    size,
    read: (onBytes) => textOf(path, packing, onBytes),
    mustBeUnchanged() {
      const now = factsOf(path, shown);
      if (now.size !== size || now.mtimeMs !== mtimeMs)
        throw new Problem(`${shown} was changed while it was read; run the command again`, exitCodes.failure);
    },
    close() {},
  };
}

function factsOf(path: string, shown: string): { size: number; mtimeMs: number } {
  try {
    const { size, mtimeMs } = statSync(path);
    return { size, mtimeMs };
  } catch (error) {
    throw cannotRead(shown, error);
  }
}

type Packing = { type: 'none' | 'gzip' } | { type: 'zip'; member: ZipMember };

function packingOf(path: string, shown: string): Packing {
  const start = startOf(path, shown);
  if (start.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]))) return { type: 'gzip' };
  if (start.equals(Buffer.from('PK\u0003\u0004'))) return { type: 'zip', member: onlyMember(path) };
  const bom = start.readUInt16BE(0);
  if (bom === 0xfffe || bom === 0xfeff)
    throw new Problem(`${shown}: expected UTF-8, found UTF-16; save it as "CSV UTF-8"`, exitCodes.usage);
  return { type: 'none' };
}

/** Four bytes; zeros when the file is shorter. */
function startOf(path: string, shown: string): Buffer {
  const start = Buffer.alloc(4);
  try {
    const file = openSync(path, 'r');
    try {
      readSync(file, start);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw cannotRead(shown, error);
  }
  return start;
}

async function* textOf(
  path: string,
  packing: Packing,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<string> {
  const range = packing.type === 'zip' ? packing.member.range : {};
  const raw = createReadStream(path, { ...range, highWaterMark: 256 * 1024 });
  const stream =
    packing.type === 'gzip'
      ? raw.pipe(createGunzip())
      : packing.type === 'zip' && packing.member.isDeflated
        ? raw.pipe(createInflateRaw())
        : raw;
  // An error while reading would otherwise leave the unpacked stream waiting for ever.
  if (stream !== raw) raw.on('error', (error) => stream.destroy(error));
  const decoder = new TextDecoder();
  let counted = 0;
  for await (const chunk of stream) {
    onBytes(raw.bytesRead - counted);
    counted = raw.bytesRead;
    yield decoder.decode(chunk as Buffer, { stream: true });
  }
  yield decoder.decode();
}
