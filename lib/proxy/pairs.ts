/** Names and values of queries and urlencoded forms, read without forgiving anything. */
import type { Pair } from '#lib/contract/wire.ts';
import { type Read, read, unread, unreadField } from './problem.ts';

/** More than any operation takes. */
const MAX_PAIRS = 1_000;

export function parsePairs(text: string): Read<readonly Pair[]> {
  const pieces = text.split('&', MAX_PAIRS + 1);
  if (pieces.length > MAX_PAIRS) return tooMany();
  try {
    return checkPairs(pieces.filter((piece) => piece !== '').map(pairOf));
  } catch {
    // decodeURIComponent's one way to say that something is not percent-encoded UTF-8.
    return unread('malformed', 'It holds a malformed percent sequence.');
  }
}

/** Values are text that every database keeps: without zero bytes or halves of characters. */
export function checkPairs(pairs: readonly Pair[]): Read<readonly Pair[]> {
  if (pairs.length > MAX_PAIRS) return tooMany();
  const odd = pairs.find(([name, value]) => !isPlain(name) || !isPlain(value));
  return odd ? unreadField(odd[0].toWellFormed(), 'must be text') : read(pairs);
}

const tooMany = () => unread('malformed', `More than ${MAX_PAIRS} fields were sent.`);

const isPlain = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

function pairOf(piece: string): Pair {
  const end = piece.indexOf('=');
  return end < 0 ? [decoded(piece), ''] : [decoded(piece.slice(0, end)), decoded(piece.slice(end + 1))];
}

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));
