/** Lets guests verify their email addresses with a code that the console emails to them. */
import 'server-only';
import { callerRateLimitKey } from '#lib/auth/caller-address.ts';
import { changeAndRecord, recordSecurityEvent } from '#lib/auth/security-events.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { guestCodeEmail } from '#lib/email/templates/guest-code.ts';
import { isEmailConfigured, sendEmail } from '#lib/email/transport.ts';
import { createGuestCode, hashGuestCode, hashGuestCodes } from '#lib/guest-review/guest-code.ts';
import {
  confirmGuestDecision,
  findUnconfirmedDecision,
  hasEverProvenAddress,
  saveGuestCode,
} from '#lib/store/guest-codes.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimits, type LimitedTarget } from '#lib/store/rate-limits.ts';
import type { DecisionRow } from '#lib/store/share-links.ts';
import { checkGuestAccess, type OnResponseSent, readWhilePending } from './access.ts';
import { readGuestBrowser } from './browser.ts';
import { guestCodeLimits } from './code-limits.ts';
import { guestEvent, guestNetwork } from './visits.ts';

export const canVerifyGuests = (): boolean => isEmailConfigured();

/**
 * Whether the guest's email address is verified.
 * - code_sent: the guest can enter the code that the console just emailed.
 * - not_sent: the code couldn't be emailed, or too many codes were emailed to this address.
 * - unavailable: no email server is configured.
 */
export type VerificationState = 'verified' | 'code_sent' | 'not_sent' | 'unavailable';

/** Emails a code for a decision, unless the guest has already verified the address. */
export async function sendGuestCode({
  id,
  email,
  browser,
  verifiedAt,
}: DecisionRow): Promise<VerificationState> {
  if (verifiedAt !== null) return 'verified';
  if (!isEmailConfigured()) return 'unavailable';
  const db = await store();
  const isProven = browser !== null && (await hasEverProvenAddress(db, email, browser));
  const limits = guestCodeLimits(email, await callerRateLimitKey(), isProven ? browser : null);
  if (!(await consumeRateLimits(db, limits))) return 'not_sent';
  const code = createGuestCode();
  await saveGuestCode(db, id, hashGuestCode(id, code));
  return (await sendEmail({ to: email, ...guestCodeEmail(code) })) ? 'code_sent' : 'not_sent';
}

/** If the code is correct, confirms the latest decision that was made in this browser. */
export async function confirmGuestAddress(
  token: string,
  code: string,
  onResponseSent: OnResponseSent,
): Promise<Outcome<void>> {
  const access = await checkGuestAccess(token);
  if (access.state !== 'open') return fail({ kind: 'missing' });
  const { link } = access;
  const db = await store();
  const browser = await readGuestBrowser();
  const decision = browser && (await findUnconfirmedDecision(db, link.id, browser));
  const limits: LimitedTarget[] = [['share-decision-from', await callerRateLimitKey()]];
  // If no code is valid, there is nothing to guess, so the attempt doesn't count against the link's limit.
  if (decision) limits.push(['guest-code-entry', link.id]);
  if (!(await consumeRateLimits(db, limits))) return refused('too_many_attempts');
  if (!decision) return refused('code_gone');
  const network = await guestNetwork();
  const isCorrect = await readWhilePending(link, onResponseSent, () =>
    changeAndRecord(async (tx, record) => {
      const isConfirmed = await confirmGuestDecision(tx, decision, hashGuestCodes(decision.id, code));
      const event = guestEvent('guest_decision.verified', link, network);
      const details = { ...event.details, decision: decision.decision, guest: decision.email };
      if (isConfirmed) await record({ ...event, details });
      return isConfirmed;
    }),
  );
  if (isCorrect === undefined) return refused('code_gone');
  if (isCorrect) return ok(undefined);
  await recordSecurityEvent(guestEvent('guest_code.refused', link, network));
  return refused('wrong_code');
}

const refused = (code: string) => fail({ kind: 'refused', status: 409, code });
