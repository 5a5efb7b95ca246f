/**
 * Defines the codes for failed sign-ins through the identity provider, and the message for each code. The
 * sign-in page receives a code in its URL.
 */

const TRY_AGAIN = 'Try again. If this happens again, contact your administrator.';

/** @param provider the provider's display name */
const SENTENCES = {
  unverified: (provider: string) =>
    `Your email address isn’t verified with ${provider}. Verify it there, then sign in again.`,
  no_email: (provider: string) =>
    `${sentenceStart(provider)} didn’t share a valid email address for you. Contact your administrator.`,
  stranger: () => 'You aren’t a member of this team. Ask an admin to invite you.',
  disabled: () => 'Your account is disabled. Ask an admin to enable it.',
  other_identity: (provider: string) =>
    `Your email address belongs to a member who signs in with another ${provider} account. Use that account, or contact an admin.`,
  canceled: (provider: string) => `You aren’t signed in. Sign-in with ${provider} was canceled.`,
  unavailable: (provider: string) => `${sentenceStart(provider)} can’t be reached. Try again in a moment.`,
  misconfigured: (provider: string) =>
    `Sign-in with ${provider} isn’t set up correctly. Contact your administrator.`,
  expired: (provider: string) => `The response from ${provider} had already expired. ${TRY_AGAIN}`,
  unverifiable: (provider: string) => `Mailroom can’t verify the response from ${provider}. ${TRY_AGAIN}`,
  provider_error: (provider: string) => `${sentenceStart(provider)} couldn’t sign you in. ${TRY_AGAIN}`,
  broken: () => 'Something went wrong in Mailroom. Try again in a moment.',
  failed: () => 'Sign-in took too long or was started in another tab. Try again.',
} as const;

export type SignInRefusal = keyof typeof SENTENCES;

const sentenceStart = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Returns the message for a code. Returns undefined for unknown codes, so that a crafted URL can't put text
 * on the page.
 */
export function signInRefusalText(code: unknown, provider: string): string | undefined {
  return isSignInRefusal(code) ? SENTENCES[code](provider) : undefined;
}

const isSignInRefusal = (code: unknown): code is SignInRefusal =>
  typeof code === 'string' && Object.hasOwn(SENTENCES, code);
