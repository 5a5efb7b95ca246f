/** Parses queries and URL-encoded forms strictly. */
import type { Pair } from '#lib/contract/wire.ts';
import { accept, type ParseResult, reject, rejectField } from './problem.ts';

/** The maximum number of fields, which is more than any operation needs. */
const MAX_PAIRS = 1_000;

export function parsePairs(text: string): ParseResult<readonly Pair[]> {
  const parts = text.split('&', MAX_PAIRS + 1);
  if (parts.length > MAX_PAIRS) return tooManyPairs();
  try {
    return checkPairs(parts.filter((part) => part !== '').map(parsePair));
  } catch {
    // decodeURIComponent throws if the percent-encoding is malformed or the decoded bytes aren't UTF-8.
    return reject('malformed', 'The request contains malformed percent-encoding.');
  }
}

/** Rejects text with null bytes or lone surrogates, because some databases can't store such text. */
export function checkPairs(pairs: readonly Pair[]): ParseResult<readonly Pair[]> {
  if (pairs.length > MAX_PAIRS) return tooManyPairs();
  const invalid = pairs.find(([name, value]) => !isStorable(name) || !isStorable(value));
  return invalid ? rejectField(invalid[0].toWellFormed(), 'must be text') : accept(pairs);
}

const tooManyPairs = () => reject('malformed', `The request has more than ${MAX_PAIRS} fields.`);

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

function parsePair(part: string): Pair {
  const end = part.indexOf('=');
  return end < 0 ? [decode(part), ''] : [decode(part.slice(0, end)), decode(part.slice(end + 1))];
}

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));
