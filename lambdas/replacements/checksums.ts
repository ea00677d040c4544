import { createHash, createHmac } from 'node:crypto';
import type { Checksum, SourceData } from '@smithy/types';

/**
 * In place of `@smithy/core/checksum`, which does the same and carries each algorithm a second time, in JavaScript, for
 * a Node without it.
 */
export class Sha256 implements Checksum {
  private readonly secret: string | Buffer | undefined;
  private running: ReturnType<typeof createHash | typeof createHmac>;

  constructor(secret?: SourceData) {
    this.secret = secret === undefined || typeof secret === 'string' ? secret : bufferOf(secret);
    this.running = this.start();
  }

  update(data: Uint8Array): void {
    this.running.update(data);
  }

  async digest(): Promise<Uint8Array> {
    // A hash may go on after it was asked; one with a key cannot, and nobody needs it to.
    return bytesOf('copy' in this.running ? this.running.copy().digest() : this.running.digest());
  }

  reset(): void {
    this.running = this.start();
  }

  private start() {
    return this.secret ? createHmac('sha256', this.secret) : createHash('sha256');
  }
}

/** SQS tells the MD5 of what it has stored, and its client compares. */
export class Md5 implements Checksum {
  private running = createHash('md5');

  update(data: Uint8Array): void {
    this.running.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return bytesOf(this.running.copy().digest());
  }

  reset(): void {
    this.running = createHash('md5');
  }
}

function bufferOf(data: ArrayBuffer | ArrayBufferView): Buffer {
  return ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    : Buffer.from(data);
}

/** A Buffer is not quite the Uint8Array that it extends: some of its methods mean something else. */
function bytesOf({ buffer, byteOffset, byteLength }: Buffer): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
