/** Which rate limits apply to an attempt to enter a password. */
import 'server-only';
import type { LimitedTarget } from '#lib/store/rate-limits.ts';
import { networkOfKey } from './caller-address.ts';

/**
 * Returns the limits for an attempt. A browser that entered the password before has only its own limit, so
 * attackers can't lock its owner out. For all other browsers, the caller's address is counted first, so that one
 * caller can't use up what the account or the link allows.
 * @param target the account or the share link
 * @param callerKey the caller's rate limit key from caller-address.ts
 * @param device the id of a browser that entered the password before, or null
 */
export function passwordLimits(
  kind: 'sign-in' | 'share-password',
  target: string,
  callerKey: string,
  device: string | null,
): readonly LimitedTarget[] {
  if (device !== null) return [[`${kind}-device`, `${device} ${target}`]];
  const network = networkOfKey(callerKey);
  return [
    [`${kind}-from`, callerKey],
    ...(network === null ? [] : [[`${kind}-network`, network] as const]),
    [kind, target],
  ];
}
