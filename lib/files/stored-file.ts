/**
 * A downloaded file, stored in a temporary file so that several responses can send it without each keeping a
 * copy in memory.
 */
import 'server-only';
import { createHash } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINUTE_MS } from '#lib/time-units.ts';
import type { FileChunks } from './download.ts';

/** How many bytes of the file each response holds in memory. */
const CHUNK_BYTES = 64 * 1024;
/** How long after a file is retired existing responses can still start sending it. */
const START_MS = 10_000;
/** How long responses to slow clients can continue after a file is retired. */
const MAX_SENDING_MS = 15 * MINUTE_MS;

export class StoredFile {
  /** The SHA-256 hash of the file's bytes. */
  readonly hash: string;
  /** The size in bytes. */
  readonly size: number;
  readonly #handle: FileHandle;
  #readers = 0;
  #isRetired = false;
  #isClosed = false;

  constructor(handle: FileHandle, hash: string, size: number) {
    this.#handle = handle;
    this.hash = hash;
    this.size = size;
  }

  /** Reads the file into memory. Reads only the beginning if a length is given. */
  async read(length = this.size): Promise<Buffer> {
    const bytes = Buffer.alloc(Math.min(length, this.size));
    let position = 0;
    while (position < bytes.length) {
      const { bytesRead } = await this.#handle.read(bytes, position, bytes.length - position, position);
      if (bytesRead === 0) break;
      position += bytesRead;
    }
    return bytes.subarray(0, position);
  }

  /** Several streams can read the file at the same time. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    let position = 0;
    let isReading = false;
    const stop = () => {
      if (isReading) this.#readers -= 1;
      isReading = false;
      this.#closeIfUnused();
    };
    return new ReadableStream(
      {
        pull: async (controller) => {
          if (!isReading) this.#readers += 1;
          isReading = true;
          const chunk = new Uint8Array(CHUNK_BYTES);
          const { bytesRead } = await this.#handle.read(chunk, 0, CHUNK_BYTES, position);
          position += bytesRead;
          if (bytesRead > 0) controller.enqueue(chunk.subarray(0, bytesRead));
          if (bytesRead > 0 && position < this.size) return;
          stop();
          controller.close();
        },
        cancel: stop,
      },
      // Read only when the client reads, so that a response that is never sent doesn't count as a reader.
      { highWaterMark: 0 },
    );
  }

  /** Deletes the file once no response is sending it. */
  retire(): void {
    setTimeout(() => {
      this.#isRetired = true;
      this.#closeIfUnused();
    }, START_MS).unref();
    setTimeout(() => this.#close(), MAX_SENDING_MS).unref();
  }

  #closeIfUnused(): void {
    if (this.#isRetired && this.#readers === 0) this.#close();
  }

  #close(): void {
    if (!this.#isClosed) void this.#handle.close();
    this.#isClosed = true;
  }
}

/** Writes the chunks to a new temporary file. */
export async function storeFile(chunks: FileChunks): Promise<StoredFile> {
  const handle = await openTemporaryFile();
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of chunks) {
      hash.update(chunk);
      await handle.writeFile(chunk);
      size += chunk.byteLength;
    }
    return new StoredFile(handle, hash.digest('base64url'), size);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Opens a file that only this process can find. The file is unlinked immediately, so the system deletes the
 * file when the process closes it or is killed.
 */
async function openTemporaryFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-file-'));
  try {
    return await open(join(folder, 'file'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
}
