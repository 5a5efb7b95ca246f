import type { PasswordWeakness } from '#lib/domain/password-weakness.ts';
import { MIN_MEMBER_PASSWORD_LENGTH, SUGGESTED_PASSWORD_LENGTH } from '#lib/input-limits.ts';

/** The hint below the field for a member's new password. */
export const PASSWORD_HINT = `Use at least ${MIN_MEMBER_PASSWORD_LENGTH} characters. A phrase of several words with a total of ${SUGGESTED_PASSWORD_LENGTH} characters or more is better.`;

const WEAKNESSES: Readonly<Record<PasswordWeakness, string>> = {
  common: 'Many people use this password, so it’s easy to guess. Choose another.',
  expected:
    'This password consists mainly of a word that attackers try first, such as your company’s name. Choose another.',
  like_address: 'This password is too similar to your email address. Choose another.',
  repetitive: 'This password repeats a few characters, so it’s easy to guess. Choose another.',
};

export const describePasswordWeakness = (weakness: PasswordWeakness): string => WEAKNESSES[weakness];
