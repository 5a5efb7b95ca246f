import 'server-only';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** The body is larger than it may be, before or after decompression, or can't be decompressed. */
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
 * Collects a body, counted before and after decompression while it comes, so that neither a large one nor a bomb gets
 * into memory: nothing more of it is read, or unpacked, than the limit.
 * @param encoding of Content-Encoding
 * @param limit in bytes
 * @throws BodyError; what the chunks throw
 */
export async function readBody(chunks: Chunks, encoding: string | undefined, limit: number): Promise<Buffer> {
  const name = encoding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return collect(counted(chunks, limit));
  if (!Object.hasOwn(decoders, name)) throw new BodyError('unknown encoding');
  return unpack(chunks, decoders[name as keyof typeof decoders], limit);
}

async function unpack(chunks: Chunks, decoder: () => Duplex, limit: number): Promise<Buffer> {
  const broken: { by?: unknown } = {};
  async function* incoming() {
    try {
      yield* counted(chunks, limit);
    } catch (error) {
      broken.by = error;
      throw error;
    }
  }
  try {
    const unpacked = decoder();
    const [body] = await Promise.all([
      collect(counted(unpacked, limit)),
      pipeline(Readable.from(incoming()), unpacked),
    ]);
    return body;
  } catch (error) {
    // zlib's reasons (a cut stream, another format) are all the same to whoever asked for the body.
    throw broken.by ?? (error instanceof BodyError ? error : new BodyError('can not be decompressed'));
  }
}

async function* counted(chunks: Chunks, limit: number): AsyncGenerator<Uint8Array> {
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

/** Null for what is not a form, or is a broken one. @param type of Content-Type */
export async function parseForm(body: Buffer, type: string): Promise<FormData | null> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  } catch {
    // Whatever the parser stumbled over, there is no form that could be read to its end.
    return null;
  }
}

/**
 * The form that a request brings, whatever its encoding; null when it brings none that can be read.
 * @param limit of the body, in bytes
 */
export async function readForm(request: Request, limit: number): Promise<FormData | 'too large' | null> {
  if (Number(request.headers.get('content-length')) > limit) return 'too large';
  let body: Buffer;
  try {
    body = await readBody(request.body ?? [], undefined, limit);
  } catch (error) {
    // Anything else is a request that broke off, and whoever sent it hears no answer.
    return error instanceof BodyError ? 'too large' : null;
  }
  return parseForm(body, request.headers.get('content-type') ?? '');
}
