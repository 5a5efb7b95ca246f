/** Chooses the rate limits for a code that the console emails to a guest. */
import 'server-only';
import { networkOfKey } from '#lib/auth/rate-limit-key.ts';
import type { LimitedTarget } from '#lib/store/rate-limits.ts';

/**
 * Returns the limits for emailing a code. If the guest has already verified the address in this browser, only
 * the browser's own limits apply, so strangers who type the address can't use up these limits. For all other
 * browsers, the limits per caller are checked first, so that a single caller can't use up the address's
 * limits.
 * @param callerKey the caller's rate limit key. IPv6 callers are counted by their /48 network.
 * @param provenBrowser the browser's id if the guest verified the address in this browser, or null
 */
export function guestCodeLimits(
  email: string,
  callerKey: string,
  provenBrowser: string | null,
): readonly LimitedTarget[] {
  if (provenBrowser !== null) {
    const target = `${provenBrowser} ${email}`;
    return [
      ['guest-code-browser', target],
      ['guest-code-browser-day', target],
    ];
  }
  const caller = `${networkOfKey(callerKey) ?? callerKey} ${email}`;
  return [
    ['guest-code-from', caller],
    ['guest-code-from-day', caller],
    ['guest-code', email],
    ['guest-code-day', email],
  ];
}
