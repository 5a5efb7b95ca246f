import 'server-only';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

/** The body is larger than it may be, before or after decompression, or can't be decompressed. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
}

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/**
 * Collects a body, counted before and after decompression, so that neither a large one nor a bomb gets into memory.
 * @param encoding of Content-Encoding
 * @param limit in bytes
 * @throws BodyError
 */
export async function readBody(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  encoding: string | undefined,
  limit: number,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > limit) throw new BodyError('too large');
    parts.push(chunk);
  }
  const body = Buffer.concat(parts);
  const name = encoding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return body;
  if (!Object.hasOwn(decoders, name)) throw new BodyError('unknown encoding');
  try {
    return await decoders[name as keyof typeof decoders](body, { maxOutputLength: limit });
  } catch {
    // zlib's reasons (a bomb, a cut stream) are all the same to whoever asked for the body.
    throw new BodyError('can not be decompressed within the limit');
  }
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
