/**
 * Reads a request's path segments and its query and form fields, so that the contract's codec can decode
 * them.
 */
import type { Pair } from '#lib/contract/wire.ts';
import { Refusal } from '../refusal.ts';

/**
 * Returns the decoded path segments, such as "v1", "campaigns", and "12". Returns null if the percent-encoding
 * is malformed.
 */
export function readPathSegments(url: URL): string[] | null {
  try {
    return url.pathname.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return null; // decodeURIComponent throws if the encoding is malformed.
  }
}

export function readQueryPairs(url: URL): Pair[] | Refusal {
  if (/%(?![0-9a-f]{2})/i.test(url.search))
    return malformed('The query contains a malformed percent-encoding.');
  return rejectNul([...url.searchParams]);
}

/** Reads a URL-encoded or multipart form. A request without a body counts as an empty form. */
export async function readFormPairs(
  contentType: string | undefined,
  body: ArrayBuffer,
): Promise<Pair[] | Refusal> {
  if (body.byteLength === 0) return [];
  const [type = ''] = (contentType ?? '').toLowerCase().split(';', 1);
  if (type.trim() === 'application/x-www-form-urlencoded') {
    return rejectNul([...new URLSearchParams(new TextDecoder().decode(body))]);
  }
  if (type.trim() === 'multipart/form-data') return readMultipartPairs(contentType ?? '', body);
  return malformed('Send the form as application/x-www-form-urlencoded or multipart/form-data.');
}

async function readMultipartPairs(contentType: string, body: ArrayBuffer): Promise<Pair[] | Refusal> {
  let form: FormData;
  try {
    form = await new Response(body, { headers: { 'Content-Type': contentType } }).formData();
  } catch {
    return malformed('The multipart form could not be read.'); // The parser's own message is unhelpful.
  }
  const pairs: Pair[] = [];
  for (const [name, value] of form) {
    if (typeof value !== 'string')
      return malformed('Fields must be text, not files.', { [name]: 'must be text' });
    pairs.push([name, value]);
  }
  return rejectNul(pairs);
}

/** NUL, the only character that PostgreSQL can't store in text. */
const NUL = '\u0000';

function rejectNul(pairs: Pair[]): Pair[] | Refusal {
  const bad = pairs.find(([name, value]) => name.includes(NUL) || value.includes(NUL));
  if (!bad) return pairs;
  return malformed('Text must not contain a NUL character.', {
    [bad[0].replaceAll(NUL, '')]: 'must not contain a NUL character',
  });
}

function malformed(message: string, fields?: Record<string, string>): Refusal {
  return new Refusal('invalid_input', message, fields);
}
