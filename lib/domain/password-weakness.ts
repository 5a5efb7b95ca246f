/** Recognizes passwords and secrets that are easy to guess, without using a list of common passwords. */

/** Why a new password is refused. */
export type PasswordWeakness = 'common' | 'expected' | 'like_address' | 'repetitive';

/**
 * The minimum number of characters that a password must contain in addition to a common password, an expected
 * word, or the name in the member's email address.
 */
export const MIN_OTHER_CHARACTERS = 8;
/** Shorter names and words are ignored, because they occur in other words by chance. */
const MIN_NAME_LENGTH = 4;
const MAX_PASSWORD_PATTERN = 8;
/** Words that someone attacking this console would try first. */
export const EXPECTED_WORDS = ['mailroom', 'directmail', 'direct mail', 'campaign', 'mailing', 'postcard'];

/** Whether the text consists of one repeated pattern of at most `maxPattern` characters. */
export const isRepetitive = (text: string, maxPattern: number): boolean =>
  new RegExp(`^(.{1,${maxPattern}}?)\\1+.{0,${maxPattern - 1}}$`, 'su').test(text);

/**
 * @param text the password in lowercase
 * @param email the member's email address
 */
export function findObviousWeakness(text: string, email: string): Exclude<PasswordWeakness, 'common'> | null {
  if (isRepetitive(text, MAX_PASSWORD_PATTERN)) return 'repetitive';
  const address = email.toLowerCase();
  const [name = '', domain = ''] = address.split('@');
  if ([address, name].some((part) => isMostly(text, part))) return 'like_address';
  // The company's name is usually one of the domain's parts, but never the last part.
  const company = domain.split('.').slice(0, -1);
  return [...EXPECTED_WORDS, ...company].some((word) => isMostly(text, word)) ? 'expected' : null;
}

/** Whether a password consists of a word and only a few other characters. */
const isMostly = (text: string, word: string): boolean =>
  word.length >= MIN_NAME_LENGTH && text.includes(word) && text.length - word.length < MIN_OTHER_CHARACTERS;
