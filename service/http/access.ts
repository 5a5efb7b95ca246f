import { createHash, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../refusal.ts';

export interface Access {
  readonly key: string;
  readonly isUser: (email: string) => Promise<boolean>;
}

/**
 * Part 5: `Bearer KEY` for v1, `Bearer KEY EMAIL` for v2 with the address of a known user. What a caller without the
 * key may learn is only that it was refused.
 */
export async function accessRefusal(
  version: 'v1' | 'v2',
  authorization: string | undefined,
  { key, isUser }: Access,
): Promise<Refusal | null> {
  const [, credential = ''] = /^Bearer (.+)$/i.exec(authorization ?? '') ?? [];
  if (version === 'v1') return same(credential, key) ? null : unauthenticated();
  const gap = credential.lastIndexOf(' ');
  const known = same(credential.slice(0, Math.max(0, gap)), key) && (await isUser(credential.slice(gap + 1)));
  return known ? null : unauthenticated();
}

const unauthenticated = () => new Refusal('unauthenticated', 'The Authorization header is missing or wrong.');

/** In the same time wherever they differ. */
function same(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
