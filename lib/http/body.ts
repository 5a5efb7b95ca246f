import 'server-only';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** The error for a body that is too large, before or after decompression, or that can't be decompressed. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

/**
 * Reads a body and decompresses it if needed. Stops as soon as the body, compressed or decompressed, exceeds
 * the limit.
 * @param encoding the value of Content-Encoding
 * @param limit the maximum size in bytes
 * @throws BodyError, or an error from the source of the chunks
 */
export async function readBody(chunks: Chunks, encoding: string | undefined, limit: number): Promise<Buffer> {
  const name = encoding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return collect(countBytes(chunks, limit));
  if (!Object.hasOwn(decoders, name)) throw new BodyError('unknown encoding');
  return decompress(chunks, decoders[name as keyof typeof decoders], limit);
}

async function decompress(chunks: Chunks, decoder: () => Duplex, limit: number): Promise<Buffer> {
  const source: { error?: unknown } = {};
  async function* incoming() {
    try {
      yield* countBytes(chunks, limit);
    } catch (error) {
      source.error = error;
      throw error;
    }
  }
  try {
    const decompressed = decoder();
    const [body] = await Promise.all([
      collect(countBytes(decompressed, limit)),
      pipeline(Readable.from(incoming()), decompressed),
    ]);
    return body;
  } catch (error) {
    // Report all of zlib's errors as one error, because callers don't need to tell them apart.
    throw source.error ?? (error instanceof BodyError ? error : new BodyError('can’t be decompressed'));
  }
}

async function* countBytes(chunks: Chunks, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > limit) throw new BodyError('too large');
    yield chunk;
  }
}

async function collect(chunks: Chunks): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/**
 * Parses a form. Returns null if the body isn't a complete form.
 * @param type the value of Content-Type
 */
export async function parseForm(body: Buffer, type: string): Promise<FormData | null> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  } catch {
    // Every parser error means that the body isn't a complete form.
    return null;
  }
}

/**
 * Reads a multipart or URL-encoded form from the request. Returns null if the body isn't a complete form.
 * @param limit the body's size limit in bytes
 */
export async function readForm(request: Request, limit: number): Promise<FormData | 'too large' | null> {
  if (Number(request.headers.get('content-length')) > limit) return 'too large';
  let body: Buffer;
  try {
    body = await readBody(request.body ?? [], undefined, limit);
  } catch (error) {
    // Any other error means that the connection broke, so the client can't receive the response.
    return error instanceof BodyError ? 'too large' : null;
  }
  return parseForm(body, request.headers.get('content-type') ?? '');
}
