/** Names and values of queries and urlencoded forms, read without forgiving anything. */
import type { Pair } from '#lib/contract/wire.ts';
import { type ParseResult, accept, reject, rejectField } from './problem.ts';

/** More than any operation takes. */
const MAX_PAIRS = 1_000;

export function parsePairs(text: string): ParseResult<readonly Pair[]> {
  const pieces = text.split('&', MAX_PAIRS + 1);
  if (pieces.length > MAX_PAIRS) return tooMany();
  try {
    return checkPairs(pieces.filter((piece) => piece !== '').map(pairOf));
  } catch {
    // decodeURIComponent's one way to say that something is not percent-encoded UTF-8.
    return reject('malformed', 'It contains malformed percent-encoding.');
  }
}

/** Values are text that every database keeps: without zero bytes or halves of characters. */
export function checkPairs(pairs: readonly Pair[]): ParseResult<readonly Pair[]> {
  if (pairs.length > MAX_PAIRS) return tooMany();
  const odd = pairs.find(([name, value]) => !isStorable(name) || !isStorable(value));
  return odd ? rejectField(odd[0].toWellFormed(), 'must be text') : accept(pairs);
}

const tooMany = () => reject('malformed', `The request has more than ${MAX_PAIRS} fields.`);

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

function pairOf(piece: string): Pair {
  const end = piece.indexOf('=');
  return end < 0 ? [decoded(piece), ''] : [decoded(piece.slice(0, end)), decoded(piece.slice(end + 1))];
}

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));
