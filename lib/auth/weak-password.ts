/** Recognizes passwords that attackers try first. Length alone doesn't make a password hard to guess. */
import 'server-only';
import type { PasswordWeakness } from '#lib/domain/password-weakness.ts';
import { singleton } from '#lib/runtime/singleton.ts';

/** The least number of characters that a password must have besides a common password or the member's name. */
const MIN_OTHER_CHARACTERS = 8;
/** Shorter names occur in other words by chance. */
const MIN_NAME_LENGTH = 4;
/** A pattern of at most eight characters, repeated. */
const REPEATED = /^(.{1,8}?)\1+.{0,7}$/su;

/**
 * Returns why a new password is too easy to guess, or null if it isn't.
 * @param email the member's email address
 */
export async function findPasswordWeakness(
  password: string,
  email: string,
): Promise<PasswordWeakness | null> {
  const text = password.normalize('NFKC').toLowerCase();
  if (REPEATED.test(text)) return 'repetitive';
  if (isLikeAddress(text, email.toLowerCase())) return 'like_address';
  return (await isCommon(text)) ? 'common' : null;
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

/** Whether a password is a common one, alone or with a few digits or symbols around it, as in "Password123!". */
async function isCommon(text: string): Promise<boolean> {
  const passwords = await commonPasswords();
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const others = text.length - core.length;
  return passwords.has(text) || (others < MIN_OTHER_CHARACTERS && passwords.has(core));
}

const commonPasswords = () =>
  singleton('commonPasswords', async () => {
    // The list is large, and only needed when a member chooses a password.
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    return new Set(dictionary['passwords-common']);
  });
