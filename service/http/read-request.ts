/** The parts of a request as the contract's codec reads them: path segments, query pairs, form pairs. */
import type { Pair } from '#lib/contract/wire.ts';
import { Refusal } from '../refusal.ts';

/** The decoded segments of a path ("v1", "campaigns", "12"), or null when a percent sequence is malformed. */
export function pathSegments(url: URL): string[] | null {
  try {
    return url.pathname.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return null; // decodeURIComponent's way of saying "malformed".
  }
}

export function queryPairs(url: URL): Pair[] | Refusal {
  if (/%(?![0-9a-f]{2})/i.test(url.search)) return malformed('The query holds a malformed percent sequence.');
  return storable([...url.searchParams]);
}

/** A form is url-encoded or multipart; a request without a body has none. */
export async function formPairs(
  contentType: string | undefined,
  body: ArrayBuffer,
): Promise<Pair[] | Refusal> {
  if (body.byteLength === 0) return [];
  const [type = ''] = (contentType ?? '').toLowerCase().split(';', 1);
  if (type.trim() === 'application/x-www-form-urlencoded') {
    return storable([...new URLSearchParams(new TextDecoder().decode(body))]);
  }
  if (type.trim() === 'multipart/form-data') return multipartPairs(contentType ?? '', body);
  return malformed('A form is sent as application/x-www-form-urlencoded or multipart/form-data.');
}

async function multipartPairs(contentType: string, body: ArrayBuffer): Promise<Pair[] | Refusal> {
  let form: FormData;
  try {
    form = await new Response(body, { headers: { 'Content-Type': contentType } }).formData();
  } catch {
    return malformed('The multipart form could not be read.'); // The parser's own words are no help to a caller.
  }
  const pairs: Pair[] = [];
  for (const [name, value] of form) {
    if (typeof value !== 'string')
      return malformed('Fields are text, not files.', { [name]: 'must be text' });
    pairs.push([name, value]);
  }
  return storable(pairs);
}

/** PostgreSQL's text holds every character but this one. */
const NUL = '\u0000';

function storable(pairs: Pair[]): Pair[] | Refusal {
  const bad = pairs.find(([name, value]) => name.includes(NUL) || value.includes(NUL));
  if (!bad) return pairs;
  return malformed('Text must not hold a NUL character.', {
    [bad[0].replaceAll(NUL, '')]: 'holds a NUL character',
  });
}

function malformed(message: string, fields?: Record<string, string>): Refusal {
  return new Refusal('invalid_input', message, fields);
}
