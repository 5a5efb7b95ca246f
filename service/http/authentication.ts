import { createHash, timingSafeEqual } from 'node:crypto';
import type { ApiConsumer } from '../context.ts';
import { Refusal } from '../refusal.ts';

export interface AuthenticationOptions {
  readonly consumers: readonly ApiConsumer[];
  readonly isUser: (email: string) => Promise<boolean>;
}

/**
 * Finds the consumer that sent a request (part 5 of the interface). v1 requires `Bearer KEY`. v2 requires
 * `Bearer KEY EMAIL` with the email address of a known user. A caller without a valid key learns only that
 * the request was rejected.
 */
export async function authenticate(
  version: 'v1' | 'v2',
  authorization: string | undefined,
  { consumers, isUser }: AuthenticationOptions,
): Promise<ApiConsumer | Refusal> {
  const [, credential = ''] = /^Bearer (.+)$/i.exec(authorization ?? '') ?? [];
  const gap = credential.lastIndexOf(' ');
  const key = version === 'v1' ? credential : credential.slice(0, Math.max(0, gap));
  // Compares all keys, so that the response time doesn't reveal which key matched.
  const [consumer] = consumers.filter((known) => isSameKey(key, known.key));
  const isKnown = version === 'v1' || (consumer && (await isUser(credential.slice(gap + 1))));
  return consumer && isKnown ? consumer : unauthenticated();
}

const unauthenticated = () =>
  new Refusal('unauthenticated', 'The Authorization header is missing or invalid.');

/** Compares two keys in constant time. */
function isSameKey(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
