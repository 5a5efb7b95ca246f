import 'server-only';
import { env } from '#lib/env/env.ts';

/**
 * How members enter a card at checkout: in the card processor's embedded form, or as a token that they already have.
 */
export type CardEntry = { readonly kind: 'form'; readonly url: string } | { readonly kind: 'token' };

/** Returns how members enter a card. Undefined if the operator hasn't set up card entry. */
export function readCardEntry(): CardEntry | undefined {
  const { cardFieldsUrl, cardTokens } = env();
  if (cardFieldsUrl !== undefined) return { kind: 'form', url: cardFieldsUrl };
  return cardTokens ? { kind: 'token' } : undefined;
}
