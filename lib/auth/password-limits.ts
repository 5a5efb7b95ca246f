/** Chooses the rate limits for a password attempt. */
import 'server-only';
import type { LimitedTarget } from '#lib/store/rate-limits.ts';
import { networkOfKey } from './rate-limit-key.ts';

/**
 * Returns the limits for an attempt. If the correct password has been entered in this browser before, only
 * the browser's own limit applies, so attackers can't lock out the browser's user. For all other browsers,
 * the limit per IP address comes first, so that one caller can't use up the limit for the account or the
 * share link.
 * @param target the account or the share link
 * @param callerKey the caller's rate limit key
 * @param device the browser's id if the correct password has been entered in the browser before, or null
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
