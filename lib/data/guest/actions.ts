/**
 * The actions of a guest review. A guest can enter the link's password, approve the proof, or request
 * changes.
 */
import 'server-only';
import { headers } from 'next/headers';
import { callerRateLimitKey } from '#lib/auth/caller-address.ts';
import { checkPasswordHash, type PasswordRefusal } from '#lib/auth/credentials.ts';
import { passwordLimits } from '#lib/auth/password-limits.ts';
import { changeAndRecord, recordSecurityEvent } from '#lib/auth/security-events.ts';
import { getMember } from '#lib/auth/session.ts';
import type { Decision } from '#lib/domain/approval.ts';
import { decisionStatusOf } from '#lib/domain/guest-review.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { confirmRequestLink } from '#lib/guest-review/request-link.ts';
import { MAX_PASSWORD_LENGTH } from '#lib/input-limits.ts';
import { fingerprintPrintedContent, readPrintedContent } from '#lib/share-links/fingerprints.ts';
import { saveGuestDecision } from '#lib/store/guest-decisions.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimits } from '#lib/store/rate-limits.ts';
import { findLiveShareLink } from '#lib/store/share-links.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { checkGuestAccess, type OnResponseSent, readWhilePending } from './access.ts';
import { identifyGuestBrowser } from './browser.ts';
import { findShareDevice, rememberUnlocked } from './unlocked-links.ts';
import { canVerifyGuests, sendGuestCode, type VerificationState } from './verification.ts';
import { countGuestVisit, guestEvent, guestNetwork } from './visits.ts';

const refused = (code: string) => fail({ kind: 'refused', status: 409, code });
const NO_LINK = fail({ kind: 'missing' });
const MEMBER_ADDRESS =
  'This address belongs to a team member. Sign in, then approve the proof on the campaign’s page.';

const PASSWORD_REFUSALS: Readonly<Record<PasswordRefusal, string>> = {
  wrong: 'wrong_password',
  too_many: 'too_many_attempts',
  busy: 'busy',
};

/** Checks the password and lets this browser open the link for 12 hours. */
export async function unlockGuestReview(
  token: string,
  password: string,
  onResponseSent: OnResponseSent,
): Promise<Outcome<void>> {
  const access = await checkGuestAccess(token);
  if (access.state === 'closed') return NO_LINK;
  if (access.state === 'open') return ok(undefined);
  const { link } = access;
  if (password.length > MAX_PASSWORD_LENGTH) return refused('wrong_password');
  const device = await findShareDevice(link);
  const limits = passwordLimits('share-password', link.id, await callerRateLimitKey(), device);
  const refusal = await checkPasswordHash(password, link.passwordHash, limits);
  if (refusal) {
    const name = refusal === 'wrong' ? 'share_link.password_refused' : 'share_link.password_limited';
    if (refusal !== 'busy') await recordSecurityEvent(guestEvent(name, link, await guestNetwork()));
    return refused(PASSWORD_REFUSALS[refusal]);
  }
  const db = await store();
  // A member may have changed or revoked the link during the password check, so read the link again.
  const current = await readWhilePending(link, onResponseSent, () => findLiveShareLink(db, link.tokenHash));
  if (current?.passwordHash !== link.passwordHash) return NO_LINK;
  confirmRequestLink(await headers(), current);
  await rememberUnlocked(link);
  await countGuestVisit(link);
  return ok(undefined);
}

export interface GuestDecisionInput {
  readonly decision: Decision;
  readonly name: string;
  readonly email: string;
  readonly comment?: string | undefined;
  /** The fingerprint of the content that the guest saw. */
  readonly fingerprint: string;
}

/**
 * Records a guest's decision, and emails the guest a code if the address must be verified. Fails if the
 * content that would be printed has changed since the guest saw the proof, if the browser is signed in to the
 * console, or if the address belongs to a member.
 */
export async function recordGuestDecision(
  token: string,
  { decision, name, email, comment, fingerprint }: GuestDecisionInput,
  onResponseSent: OnResponseSent,
): Promise<Outcome<VerificationState>> {
  const access = await checkGuestAccess(token);
  if (access.state !== 'open') return NO_LINK;
  const { link } = access;
  if (decision === 'changes' && !comment) {
    return fail({ kind: 'invalid', fields: { comment: 'Describe the change.' } });
  }
  // Limit how often guests can make decisions.
  // For each decision, we read the campaign's files and notify a member.
  const db = await store();
  const isWithinLimits = await consumeRateLimits(db, [
    ['share-decision-from', await callerRateLimitKey()],
    ['share-decision', link.id],
  ]);
  if (!isWithinLimits) return refused('too_many_attempts');
  if (await findMemberByEmail(db, email.toLowerCase())) {
    return fail({ kind: 'invalid', fields: { email: MEMBER_ADDRESS } });
  }
  const { campaignId, guestsDecide } = link;
  const campaign = await readFromService('getCampaign', { id: campaignId }, { fresh: true });
  if (!campaign.ok) return fail(campaign.failure);
  const content = await readPrintedContent(campaign.value, { fresh: true });
  if (!content.ok) return fail(content.failure);
  const hasProof = content.value.proof !== null;
  const status = decisionStatusOf({
    isSignedIn: (await getMember()) !== null,
    guestsDecide,
    status: campaign.value.status,
    hasProof,
  });
  if (status !== 'open') return refused(status);
  if (fingerprintPrintedContent(content.value) !== fingerprint) return refused('content_changed');
  const row = {
    shareLinkId: link.id,
    campaignId,
    decision,
    name,
    email: email.toLowerCase(),
    comment: comment ?? null,
    fingerprint,
    browser: await identifyGuestBrowser(),
  };
  const event = guestEvent('guest_decision.made', link, await guestNetwork());
  const saved = await readWhilePending(link, onResponseSent, () =>
    changeAndRecord(async (tx, record) => {
      const stored = await saveGuestDecision(tx, row, canVerifyGuests());
      const verified = stored?.decision.verifiedAt !== null;
      const details = { ...event.details, decision, guest: row.email, verified };
      if (stored?.isNew) await record({ ...event, details });
      return stored;
    }),
  );
  if (!saved) return NO_LINK;
  confirmRequestLink(await headers(), link);
  await countGuestVisit(link);
  return ok(await sendGuestCode(saved.decision));
}
