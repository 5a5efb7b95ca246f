/** Why somebody who came from the identity provider is not signed in, as codes in an address and as sentences. */

/** @param provider what people know it by */
const SENTENCES = {
  unverified: (provider: string) =>
    `Your e-mail address isn’t verified at ${provider}. Have it verified there, then sign in again.`,
  stranger: () => 'You aren’t a member of this team. An admin can invite you.',
  disabled: () => 'Your account is switched off here. An admin can switch it on again.',
  other_identity: (provider: string) =>
    `Your e-mail address belongs to a member who signs in with another ${provider} account. Use that one, or ask an admin.`,
  cancelled: (provider: string) => `You weren’t signed in: ${provider} says that it was cancelled.`,
  unavailable: (provider: string) => `${sentenceStart(provider)} can’t be reached. Try again in a moment.`,
  failed: () => 'Signing in took too long or was begun in another tab. Try again from here.',
} as const;

export type SignInRefusal = keyof typeof SENTENCES;

const sentenceStart = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Undefined for a code that isn't ours: whoever writes an address by hand gets no say. */
export function refusalSentence(code: unknown, provider: string): string | undefined {
  return isRefusal(code) ? SENTENCES[code](provider) : undefined;
}

export const isRefusal = (code: unknown): code is SignInRefusal =>
  typeof code === 'string' && Object.hasOwn(SENTENCES, code);
