import { createHash, timingSafeEqual } from 'node:crypto';
import type { Consumer } from '../context.ts';
import { Refusal } from '../refusal.ts';

export interface Access {
  readonly consumers: readonly Consumer[];
  readonly isUser: (email: string) => Promise<boolean>;
}

/**
 * Who calls, after part 5: `Bearer KEY` for v1, `Bearer KEY EMAIL` for v2 with the address of a known user. What a caller
 * without a key may learn is only that it was refused.
 */
export async function consumerOf(
  version: 'v1' | 'v2',
  authorization: string | undefined,
  { consumers, isUser }: Access,
): Promise<Consumer | Refusal> {
  const [, credential = ''] = /^Bearer (.+)$/i.exec(authorization ?? '') ?? [];
  const gap = credential.lastIndexOf(' ');
  const key = version === 'v1' ? credential : credential.slice(0, Math.max(0, gap));
  // All of them are compared, so that the time tells nothing of which it is.
  const [consumer] = consumers.filter((known) => same(key, known.key));
  const isKnown = version === 'v1' || (consumer && (await isUser(credential.slice(gap + 1))));
  return consumer && isKnown ? consumer : unauthenticated();
}

const unauthenticated = () => new Refusal('unauthenticated', 'The Authorization header is missing or wrong.');

/** In the same time wherever they differ. */
function same(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
