/** Proofs, thumbnails and designs: files at addresses that the service returned, fetched without any credential. */
import 'server-only';
import { isIP } from 'node:net';
import { Agent, request } from 'undici';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { env, serviceOrigins } from '#lib/env/env.ts';
import { readBody } from '#lib/http/body.ts';
import { log } from '#lib/log.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { type Deadline, deadlineIn } from '#lib/upstream/deadline.ts';
import { failureFromError, failureFromStatus } from '#lib/upstream/failures.ts';
import { parseServiceUrl } from '#lib/upstream/links.ts';
import { isPublicAddress, PrivateAddressError, createPublicLookup } from './public-address.ts';

const CONNECT_MS = 3_000;
const IDLE_MS = 4_000;
const TOTAL_MS = 9_000;
const ACCEPT = 'image/png, image/jpeg, image/webp, application/pdf, text/html';
/** Bytes of an answer that is no file: read away, so that the connection can be used again. More ends it. */
const NOTHING_MORE = 16_384;

const agents = singleton('fileAgents', () => ({
  /** The configured service may be anywhere, next door included. */
  service: new Agent({ connections: 16, bodyTimeout: IDLE_MS, connect: { timeout: CONNECT_MS } }),
  elsewhere: new Agent({
    connections: 16,
    bodyTimeout: IDLE_MS,
    connect: { timeout: CONNECT_MS, lookup: createPublicLookup() },
  }),
}));

/**
 * @param address as the service returned it
 * @param limit of the file's size in bytes
 * @param deadline of the whole of it, where somebody waits for less long
 */
export async function fetchFile(
  address: string,
  limit: number,
  deadline: Deadline = deadlineIn(TOTAL_MS),
): Promise<Outcome<Buffer>> {
  const url = parseServiceUrl(address);
  if (!url) return fail({ kind: 'garbled' });
  const ofService = serviceOrigins(env()).includes(url.origin);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Numbers are never looked up, so the look-up can't refuse them.
  if (!ofService && isIP(host) && !isPublicAddress(host)) return fail({ kind: 'garbled' });
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: ofService ? agents.service : agents.elsewhere,
      headers: { accept: ACCEPT, 'user-agent': 'Mailroom' },
      signal: AbortSignal.timeout(Math.ceil(deadline.within(TOTAL_MS).left())),
    });
    if (statusCode >= 200 && statusCode < 300) {
      const encoding = headers['content-encoding'];
      return ok(await readBody(body, typeof encoding === 'string' ? encoding : undefined, limit));
    }
    await body.dump({ limit: NOTHING_MORE });
    // Also when the address has expired, which services say in different ways.
    if (statusCode === 403 || statusCode === 410) return fail({ kind: 'missing' });
    return fail(failureFromStatus(statusCode, Buffer.alloc(0)).failure);
  } catch (error) {
    if (error instanceof PrivateAddressError) return fail({ kind: 'garbled' });
    const { failure } = failureFromError(error);
    log().warn({ file: true, ...failure }, 'a file of the service could not be read');
    return fail(failure);
  }
}

export async function closeFileConnections(): Promise<void> {
  await Promise.all([agents.service.destroy(), agents.elsewhere.destroy()]);
}
