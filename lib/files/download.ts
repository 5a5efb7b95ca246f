/**
 * Downloads files from URLs that the service returned: proofs, thumbnails, and images in designs. Download
 * requests never contain credentials.
 */
import 'server-only';
import { isIP } from 'node:net';
import { Agent, request } from 'undici';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { env, serviceOrigins } from '#lib/env/env.ts';
import { BodyError, readBody } from '#lib/http/body.ts';
import { log } from '#lib/log.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { type Deadline, deadlineIn } from '#lib/upstream/deadline.ts';
import { failureFromError, failureFromStatus } from '#lib/upstream/failures.ts';
import { parseServiceUrl } from '#lib/upstream/links.ts';
import { createPublicLookup, isPrivateAddressError, isPublicAddress } from './public-address.ts';

const CONNECT_MS = 3_000;
const IDLE_MS = 4_000;
export const TOTAL_MS = 9_000;
const ACCEPT = 'image/png, image/jpeg, image/webp, application/pdf, text/html';
/**
 * Error responses up to this size are read in full, so that the connection can be reused. Larger error
 * responses close the connection.
 */
const MAX_ERROR_BYTES = 16_384;

export type FileChunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const agents = singleton('fileAgents', () => ({
  /**
   * The configured service may have a private address, so downloads from the service aren't limited to public
   * addresses.
   */
  service: new Agent({ connections: 16, bodyTimeout: IDLE_MS, connect: { timeout: CONNECT_MS } }),
  elsewhere: new Agent({
    connections: 16,
    bodyTimeout: IDLE_MS,
    connect: { timeout: CONNECT_MS, lookup: createPublicLookup() },
  }),
}));

/**
 * Downloads one file into memory. Fails with `missing` if the file's signed URL has expired.
 * @param address the URL exactly as returned by the service
 * @param limit the maximum size in bytes
 * @param deadline the deadline for the entire download, which can take at most nine seconds
 */
export function fetchFile(
  address: string,
  limit: number,
  deadline: Deadline = deadlineIn(TOTAL_MS),
): Promise<Outcome<Buffer>> {
  return receiveFile(address, limit, (chunks) => readBody(chunks, undefined, limit), deadline);
}

/**
 * Downloads one file, and passes its bytes on as they arrive. Fails with `missing` if the file's signed URL has
 * expired.
 * @param receive consumes the bytes
 */
export async function receiveFile<T>(
  address: string,
  limit: number,
  receive: (chunks: FileChunks) => Promise<T>,
  deadline: Deadline = deadlineIn(TOTAL_MS),
): Promise<Outcome<T>> {
  const url = parseServiceUrl(address);
  if (!url) return fail({ kind: 'garbled' });
  const isServiceUrl = serviceOrigins(env()).includes(url.origin);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A URL with an IP address needs no DNS lookup, so check here that the address isn't private.
  if (!isServiceUrl && isIP(host) && !isPublicAddress(host)) return fail({ kind: 'garbled' });
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: isServiceUrl ? agents.service : agents.elsewhere,
      headers: { accept: ACCEPT, 'user-agent': 'Mailroom' },
      signal: AbortSignal.timeout(Math.ceil(deadline.within(TOTAL_MS).left())),
    });
    if (statusCode >= 200 && statusCode < 300) {
      const encoding = headers['content-encoding'];
      // Read compressed files into memory.
      // Compressed files are rare, because the request doesn't ask for compression.
      const isCompressed = typeof encoding === 'string' && encoding !== 'identity';
      return ok(
        await receive(isCompressed ? [await readBody(body, encoding, limit)] : limitBytes(body, limit)),
      );
    }
    await body.dump({ limit: MAX_ERROR_BYTES });
    // Storage services respond with 403 or 410 when a signed URL has expired.
    if (statusCode === 403 || statusCode === 410) return fail({ kind: 'missing' });
    return fail(failureFromStatus(statusCode, Buffer.alloc(0)).failure);
  } catch (error) {
    if (isPrivateAddressError(error)) return fail({ kind: 'garbled' });
    const { failure } = failureFromError(error);
    log().warn({ file: true, ...failure }, 'file download failed');
    return fail(failure);
  }
}

async function* limitBytes(chunks: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > limit) throw new BodyError('too large');
    yield chunk;
  }
}

export async function closeFileConnections(): Promise<void> {
  await Promise.all([agents.service.destroy(), agents.elsewhere.destroy()]);
}
