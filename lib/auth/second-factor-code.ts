/** Checks authenticator app codes and recovery codes. */
import 'server-only';
import { isBulkheadRejectedError } from 'cockatiel';
import type { MemberRow } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimits, type LimitedTarget, refundRateLimits } from '#lib/store/rate-limits.ts';
import { findApp } from '#lib/store/second-factors.ts';
import { APP_CODE, redeemAppCode } from './authenticator-app.ts';
import { findDevice, readDeviceCookie } from './device-cookie.ts';
import { redeemRecoveryCode } from './recovery-codes.ts';

export type CodeCheck =
  | { readonly ok: true; readonly kind: 'app' | 'recovery_code' }
  | { readonly ok: false; readonly why: 'wrong' | 'too_many' | 'busy' };

/**
 * Checks a code and uses it up. Codes have their own rate limits, so people who enter wrong passwords can't
 * keep a member from entering a code. Only people who know the member's password can use up these limits, and
 * a browser with the member's device cookie has its own limit.
 */
export async function checkSecondFactorCode(
  member: Pick<MemberRow, 'id' | 'deviceEpoch'>,
  text: string,
): Promise<CodeCheck> {
  const db = await store();
  const { id: memberId } = member;
  const device = findDevice(await readDeviceCookie(), member);
  const limits: readonly LimitedTarget[] = [
    device === null ? ['second-factor', memberId] : ['second-factor-device', `${memberId} ${device}`],
  ];
  if (!(await consumeRateLimits(db, limits))) return { ok: false, why: 'too_many' };
  const code = text.replace(/\s/g, '');
  const isAppCode = APP_CODE.test(code);
  try {
    const app = isAppCode ? await findApp(db, memberId) : undefined;
    const isCorrect = isAppCode
      ? app !== undefined && (await redeemAppCode(db, app, code))
      : await redeemRecoveryCode(db, memberId, code);
    if (!isCorrect) return { ok: false, why: 'wrong' };
  } catch (error) {
    if (isBulkheadRejectedError(error)) return { ok: false, why: 'busy' };
    throw error;
  }
  await refundRateLimits(db, limits);
  return { ok: true, kind: isAppCode ? 'app' : 'recovery_code' };
}
