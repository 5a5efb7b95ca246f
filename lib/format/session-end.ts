/** Messages that explain why a member was signed out. */
import { SESSION_ENDS, type SessionEnd } from '#lib/domain/session.ts';

const REASONS: Readonly<Record<SessionEnd, string>> = {
  ended: 'You’ve been signed out.',
  idle: 'You’ve been signed out because you were inactive.',
  expired: 'Your session has expired.',
};

/**
 * Returns the message for the sign-in page. Returns undefined for unknown codes, so that a crafted URL can't
 * put text on the page.
 */
export function sessionEndText(code: unknown): string | undefined {
  const end = SESSION_ENDS.find((known) => known === code);
  return end && `${REASONS[end]} Sign in to continue.`;
}

/**
 * Returns the message for a form that a member submitted after being signed out. The form keeps the entered
 * values.
 */
export const signedOutFormText = (end: SessionEnd | null): string =>
  `${end === null ? 'You’re signed out.' : REASONS[end]} Sign in, then try again.`;

/** The message shown with a form that wasn't accepted because the member must add a second factor first. */
export const FACTOR_REQUIRED =
  'You need a second factor before you can do this. Open Mailroom in another tab to add one, then try again.';
