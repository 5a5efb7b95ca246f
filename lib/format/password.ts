import type { PasswordWeakness } from '#lib/domain/password-weakness.ts';
import {
  MIN_MEMBER_PASSWORD_LENGTH,
  MIN_TWO_FACTOR_PASSWORD_LENGTH,
  SUGGESTED_PASSWORD_LENGTH,
} from '#lib/input-limits.ts';

/**
 * Returns the sentence that states the minimum length of a new password, for members with or without a second
 * factor.
 */
export const describeMinPasswordLength = (hasFactor: boolean): string =>
  `Use at least ${hasFactor ? MIN_TWO_FACTOR_PASSWORD_LENGTH : MIN_MEMBER_PASSWORD_LENGTH} characters.`;

/** Returns the hint for a member's new password field. */
export const passwordHint = (hasFactor: boolean): string =>
  `${describeMinPasswordLength(hasFactor)} We recommend a phrase of several words with at least ${SUGGESTED_PASSWORD_LENGTH} characters in total.`;

const WEAKNESSES: Readonly<Record<PasswordWeakness, string>> = {
  common: 'Many people use this password, so it’s easy to guess. Choose another password.',
  expected:
    'This password consists mainly of a word that attackers try first, such as your company’s name. Choose another password.',
  like_address: 'This password is too similar to your email address. Choose another password.',
  repetitive: 'This password repeats a few characters, so it’s easy to guess. Choose another password.',
};

export const describePasswordWeakness = (weakness: PasswordWeakness): string => WEAKNESSES[weakness];
