/** Reads a request's body in full, within a size limit, and parses it by its content type. */
import 'server-only';
import { isUtf8 } from 'node:buffer';
import type { Pair } from '#lib/contract/wire.ts';
import { BodyError, parseForm, readBody } from '#lib/http/body.ts';
import { DESIGN_REQUEST_BYTES } from '#lib/http/body-limits.ts';
import { type JsonObject, parseJsonObject } from './json.ts';
import { checkPairs, parsePairs } from './pairs.ts';
import { accept, type ParseResult, reject, rejectField } from './problem.ts';

/** The request's fields, exactly as sent by the caller. */
export type RequestFields = { readonly pairs: readonly Pair[] } | { readonly json: JsonObject };

export interface RequestBody {
  readonly headers: Pick<Headers, 'get'>;
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export async function readFields(request: RequestBody): Promise<ParseResult<RequestFields>> {
  const bytes = await readBytes(request);
  if (!bytes.ok) return bytes;
  if (bytes.value.length === 0) return accept({ pairs: [] });
  const header = request.headers.get('content-type') ?? '';
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim().toLowerCase());
  if (!isUtf8Charset(parameters)) return reject('unsupported_type', 'Encode the body as UTF-8.');
  switch (type) {
    case 'application/x-www-form-urlencoded':
      return parseText(bytes.value, (text) => toFields(parsePairs(text)));
    case 'application/json':
      return parseText(bytes.value, (text) => {
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

async function readBytes(request: RequestBody): Promise<ParseResult<Buffer>> {
  const encoding = request.headers.get('content-encoding')?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity') return reject('unsupported_type', 'Send the body without compression.');
  const contentLength = request.headers.get('content-length');
  const tooLarge = reject('too_large', `The body is larger than ${DESIGN_REQUEST_BYTES / 1024 / 1024} MB.`);
  if (contentLength !== null && Number(contentLength) > DESIGN_REQUEST_BYTES) return tooLarge;
  try {
    const bytes = await readBody(request.body, undefined, DESIGN_REQUEST_BYTES);
    // An intermediate proxy may have truncated the body.
    // Without this check, a partial body could be mistaken for a shorter form.
    if (contentLength !== null && Number(contentLength) !== bytes.length) return incomplete();
    return accept(bytes);
  } catch (error) {
    return error instanceof BodyError ? tooLarge : incomplete();
  }
}

const incomplete = () => reject('malformed', 'The body is incomplete. No action was taken.');

const isUtf8Charset = (parameters: readonly string[]): boolean =>
  parameters
    .filter((parameter) => parameter.startsWith('charset='))
    .every((parameter) => /^charset="?utf-?8"?$/.test(parameter));

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function parseText(
  bytes: Buffer,
  parse: (text: string) => ParseResult<RequestFields>,
): ParseResult<RequestFields> {
  return isUtf8(bytes) ? parse(decoder.decode(bytes)) : reject('malformed', 'The body is not UTF-8.');
}

const toFields = (pairs: ParseResult<readonly Pair[]>): ParseResult<RequestFields> =>
  pairs.ok ? accept({ pairs: pairs.value }) : pairs;

async function readMultipart(bytes: Buffer, header: string): Promise<ParseResult<RequestFields>> {
  const form = await parseForm(bytes, header);
  if (!form) return reject('malformed', 'The body is not a complete multipart form.');
  const pairs: Pair[] = [];
  for (const [name, value] of form) {
    if (typeof value !== 'string') return rejectField(name, 'must be text, not a file');
    pairs.push([name, value]);
  }
  return isUtf8(bytes) ? toFields(checkPairs(pairs)) : reject('malformed', 'The body is not UTF-8.');
}
