/** The body of a request, counted, whole or not at all, and read as what its content type says. */
import 'server-only';
import { isUtf8 } from 'node:buffer';
import type { Pair } from '#lib/contract/wire.ts';
import { BodyError, parseForm, readBody } from '#lib/http/body.ts';
import { type JsonObject, parseJsonObject } from './json.ts';
import { checkPairs, parsePairs } from './pairs.ts';
import { type ParseResult, accept, reject, rejectField } from './problem.ts';

/**
 * A template with two sides of the largest size: a form writes a byte as three where it has to. Below the 10 MB at which
 * Next's own layer cuts a body without a word.
 */
const LIMIT = 7 * 1024 * 1024;

/** The fields as they were sent: pairs of a form, or a JSON object. */
export type RequestFields = { readonly pairs: readonly Pair[] } | { readonly json: JsonObject };

export async function readFields(request: Request): Promise<ParseResult<RequestFields>> {
  const bytes = await readWhole(request);
  if (!bytes.ok) return bytes;
  if (bytes.value.length === 0) return accept({ pairs: [] });
  const header = request.headers.get('content-type') ?? '';
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim().toLowerCase());
  if (!inUtf8(parameters)) return reject('unsupported_type', 'Send it in UTF-8.');
  switch (type) {
    case 'application/x-www-form-urlencoded':
      return withText(bytes.value, (text) => pairsOf(parsePairs(text)));
    case 'application/json':
      return withText(bytes.value, (text) => {
        const json = parseJsonObject(text);
        return json.ok ? accept({ json: json.value }) : json;
      });
    case 'multipart/form-data':
      return readMultipart(bytes.value, header);
    default:
      return reject(
        'unsupported_type',
        'Send the fields as application/x-www-form-urlencoded, multipart/form-data, or application/json.',
      );
  }
}

async function readWhole(request: Request): Promise<ParseResult<Buffer>> {
  const encoding = request.headers.get('content-encoding')?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity') return reject('unsupported_type', 'Send the body without compression.');
  const told = request.headers.get('content-length');
  const tooLarge = reject('too_large', `The body is larger than ${LIMIT / 1024 / 1024} MB.`);
  if (told !== null && Number(told) > LIMIT) return tooLarge;
  try {
    const bytes = await readBody(request.body ?? [], undefined, LIMIT);
    // Something in between may have cut it, which must not be taken for a shorter form.
    if (told !== null && Number(told) !== bytes.length) return incomplete();
    return accept(bytes);
  } catch (error) {
    return error instanceof BodyError ? tooLarge : incomplete();
  }
}

const incomplete = () => reject('malformed', 'The body is incomplete. Nothing was done.');

const inUtf8 = (parameters: readonly string[]): boolean =>
  parameters
    .filter((parameter) => parameter.startsWith('charset='))
    .every((parameter) => /^charset="?utf-?8"?$/.test(parameter));

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function withText(bytes: Buffer, then: (text: string) => ParseResult<RequestFields>): ParseResult<RequestFields> {
  return isUtf8(bytes) ? then(decoder.decode(bytes)) : reject('malformed', 'The body is not UTF-8.');
}

const pairsOf = (pairs: ParseResult<readonly Pair[]>): ParseResult<RequestFields> =>
  pairs.ok ? accept({ pairs: pairs.value }) : pairs;

async function readMultipart(bytes: Buffer, header: string): Promise<ParseResult<RequestFields>> {
  const form = await parseForm(bytes, header);
  if (!form) return reject('malformed', 'The body is not a complete multipart form.');
  const pairs: Pair[] = [];
  for (const [name, value] of form) {
    if (typeof value !== 'string') return rejectField(name, 'must be text, not a file');
    pairs.push([name, value]);
  }
  return isUtf8(bytes) ? pairsOf(checkPairs(pairs)) : reject('malformed', 'The body is not UTF-8.');
}
