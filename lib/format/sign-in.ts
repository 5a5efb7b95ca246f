/**
 * Defines the codes for failed sign-ins through the identity provider, and a sentence for each code. The
 * sign-in page receives a code in its URL.
 */

/** @param provider the provider's display name */
const SENTENCES = {
  unverified: (provider: string) =>
    `Your email address isn’t verified with ${provider}. Verify it there, then sign in again.`,
  stranger: () => 'You aren’t a member of this team. Ask an admin to invite you.',
  disabled: () => 'Your account is disabled. Ask an admin to enable it.',
  other_identity: (provider: string) =>
    `Your email address belongs to a member who signs in with another ${provider} account. Use that account, or contact an admin.`,
  canceled: (provider: string) => `You aren’t signed in. Sign-in with ${provider} was canceled.`,
  unavailable: (provider: string) => `${sentenceStart(provider)} can’t be reached. Try again in a moment.`,
  failed: () => 'Sign-in took too long or was started in another tab. Try again.',
} as const;

export type SignInRefusal = keyof typeof SENTENCES;

const sentenceStart = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Returns the sentence for a code. Returns undefined for unknown codes, so that a crafted URL can't put text
 * on the page.
 */
export function signInRefusalText(code: unknown, provider: string): string | undefined {
  return isSignInRefusal(code) ? SENTENCES[code](provider) : undefined;
}

export const isSignInRefusal = (code: unknown): code is SignInRefusal =>
  typeof code === 'string' && Object.hasOwn(SENTENCES, code);
