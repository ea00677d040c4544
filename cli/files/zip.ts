import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { exitCodes, Problem } from '../problem.ts';

/** A file in a zip archive, and where its bytes are. */
export type ZipMember = {
  readonly name: string;
  readonly range: { readonly start: number; readonly end: number };
  readonly isDeflated: boolean;
};

const endOfDirectory = Buffer.from('PK\u0005\u0006');
/** The end record has 22 bytes, and a comment of up to 64 KB may follow. */
const longestEnd = 22 + 0xffff;

/** The only file in the archive: the exports that come as an archive have one. */
export function onlyMember(path: string): ZipMember {
  const file = openSync(path, 'r');
  try {
    const members = membersOf(file, path);
    const [only, ...others] = members;
    if (!only || others.length > 0)
      throw new Problem(
        `${path}: expected an archive with one file, found ${members.length}; unpack it and pass the file`,
        exitCodes.usage,
      );
    return only;
  } finally {
    closeSync(file);
  }
}

function membersOf(file: number, path: string): ZipMember[] {
  const { size } = fstatSync(file);
  const tail = bytesAt(file, Math.max(0, size - longestEnd), Math.min(size, longestEnd));
  const end = tail.lastIndexOf(endOfDirectory);
  const start = end < 0 ? 0xffffffff : tail.readUInt32LE(end + 16);
  // 0xffffffff stands for a place beyond 4 GB, which another record tells.
  if (start === 0xffffffff)
    throw new Problem(`${path}: the archive cannot be read; unpack it and pass the file`, exitCodes.usage);
  const directory = bytesAt(file, start, tail.readUInt32LE(end + 12));
  const members: ZipMember[] = [];
  for (let at = 0; at + 46 <= directory.length; ) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      directory.readUInt16LE(at + field),
    );
    const name = directory.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    if (!name.endsWith('/') && !isOfMacOs(name)) members.push(memberAt(file, name, directory, at));
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return members;
}

/** What macOS adds to each archive: no part of what somebody has packed. */
function isOfMacOs(name: string): boolean {
  return name.startsWith('__MACOSX/') || /(^|\/)\.DS_Store$/.test(name);
}

function memberAt(file: number, name: string, directory: Buffer, at: number): ZipMember {
  const header = directory.readUInt32LE(at + 42);
  const local = bytesAt(file, header, 30);
  const start = header + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
  const length = directory.readUInt32LE(at + 20);
  return {
    name,
    range: { start, end: start + length - 1 },
    isDeflated: directory.readUInt16LE(at + 10) === 8,
  };
}

function bytesAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(file, bytes, 0, length, position);
  return bytes;
}
