/** Recognizes passwords that attackers try first. Even a long password can be easy to guess. */
import 'server-only';
import {
  findObviousWeakness,
  MIN_OTHER_CHARACTERS,
  type PasswordWeakness,
} from '#lib/domain/password-weakness.ts';
import { singleton } from '#lib/runtime/singleton.ts';

/**
 * Returns why a new password is too easy to guess, or null if the password is acceptable.
 * @param email the member's email address
 */
export async function findPasswordWeakness(
  password: string,
  email: string,
): Promise<PasswordWeakness | null> {
  const text = password.normalize('NFKC').toLowerCase();
  return findObviousWeakness(text, email) ?? ((await isCommon(text)) ? 'common' : null);
}

/**
 * Whether the text is a common password, or a common password with a few digits or symbols before or after it, as in
 * "Password123!".
 */
async function isCommon(text: string): Promise<boolean> {
  const passwords = await commonPasswords();
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const others = text.length - core.length;
  return passwords.has(text) || (others < MIN_OTHER_CHARACTERS && passwords.has(core));
}

const commonPasswords = () =>
  singleton('commonPasswords', async () => {
    // Load the large list of common passwords only when a member chooses a password.
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    return new Set(dictionary['passwords-common']);
  });
