/** Recognizes passwords and secrets that are easy to guess without a list of common passwords. */

/** Why a new password is refused. */
export type PasswordWeakness = 'common' | 'like_address' | 'repetitive';

/** The least number of characters that a password must have besides a common password or the member's name. */
export const MIN_OTHER_CHARACTERS = 8;
/** Shorter names occur in other words by chance. */
const MIN_NAME_LENGTH = 4;
const MAX_PASSWORD_PATTERN = 8;

/** Whether a text consists of one repeated pattern of at most `maxPattern` characters. */
export const isRepetitive = (text: string, maxPattern: number): boolean =>
  new RegExp(`^(.{1,${maxPattern}}?)\\1+.{0,${maxPattern - 1}}$`, 'su').test(text);

/**
 * @param text the password in lowercase
 * @param email the member's email address
 */
export function findObviousWeakness(text: string, email: string): Exclude<PasswordWeakness, 'common'> | null {
  if (isRepetitive(text, MAX_PASSWORD_PATTERN)) return 'repetitive';
  return isLikeAddress(text, email.toLowerCase()) ? 'like_address' : null;
}

function isLikeAddress(text: string, email: string): boolean {
  const [name = ''] = email.split('@');
  return [email, name].some(
    (part) =>
      part.length >= MIN_NAME_LENGTH &&
      text.includes(part) &&
      text.length - part.length < MIN_OTHER_CHARACTERS,
  );
}
