/** What guests do with a shared campaign: open it with its password, decide about it, and have been there. */
import 'server-only';
import { BulkheadRejectedError } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import { callerAddress, callerCounted } from '#lib/auth/caller-address.ts';
import { hashing } from '#lib/auth/credentials.ts';
import { MAX_PASSWORD, verifyPassword } from '#lib/auth/password.ts';
import type { Decision } from '#lib/domain/approval.ts';
import { decisionStatusOf } from '#lib/domain/guest-review.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { visitorNetwork } from '#lib/guest-review/visitor.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { readPrintedContent, fingerprintPrintedContent } from '#lib/share-links/fingerprints.ts';
import { decide } from '#lib/store/guest-decisions.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimit, forgetTries, refundRateLimit } from '#lib/store/rate-limits.ts';
import { countVisit, type ShareRow } from '#lib/store/share-links.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { checkGuestAccess, shareOf, setUnlockedCookie } from './access.ts';

const refused = (code: string) => fail({ kind: 'refused', status: 409, code });
const NO_LINK = fail({ kind: 'missing' });

/** Lets this browser in for some hours. Each try counts before it is looked at. */
export async function unlockGuestReview(token: string, password: string): Promise<Outcome<void>> {
  const entry = await checkGuestAccess(token);
  if (entry.state === 'closed') return NO_LINK;
  if (entry.state === 'open') return ok(undefined);
  const { share } = entry;
  if (password.length > MAX_PASSWORD) return refused('wrong_password');
  const db = await store();
  const from = await callerCounted();
  const mayTry =
    (await consumeRateLimit(db, 'share-address', from)) && (await consumeRateLimit(db, 'share-password', share.id));
  if (!mayTry) return refused('too_many_tries');
  try {
    const isRight = await hashing.execute(() => verifyPassword(password, share.passwordHash));
    if (!isRight) return refused('wrong_password');
  } catch (error) {
    if (error instanceof BulkheadRejectedError) return refused('busy');
    throw error;
  }
  // Hashing takes a while.
  if ((await shareOf(token))?.passwordHash !== share.passwordHash) return NO_LINK;
  await Promise.all([forgetTries(db, 'share-password', share.id), refundRateLimit(db, 'share-address', from)]);
  await setUnlockedCookie(token, share);
  await visited(share);
  return ok(undefined);
}

/** What a guest sends. */
export interface GuestDecisionInput {
  readonly verdict: Decision;
  readonly name: string;
  readonly email: string;
  readonly comment?: string | undefined;
  /** Of what would be printed, as the page that they decided on showed it. */
  readonly print: string;
}

/** Records a guest's decision about exactly what they saw, if that is what there is now. */
export async function recordGuestDecision(token: string, decision: GuestDecisionInput): Promise<Outcome<void>> {
  const entry = await checkGuestAccess(token);
  if (entry.state !== 'open') return NO_LINK;
  const { share } = entry;
  const { verdict, name, email, comment } = decision;
  if (verdict === 'changes' && !comment) {
    return fail({ kind: 'invalid', fields: { comment: 'Describe the change.' } });
  }
  // Each is read for anew, and tells somebody.
  const db = await store();
  const mayTry =
    (await consumeRateLimit(db, 'share-decision-from', await callerCounted())) &&
    (await consumeRateLimit(db, 'share-decision', share.id));
  if (!mayTry) return refused('too_many_tries');
  const campaign = await readFromService('getCampaign', { id: share.campaignId }, { fresh: true });
  if (!campaign.ok) return fail(campaign.failure);
  const content = await readPrintedContent(campaign.value, { fresh: true });
  if (!content.ok) return fail(content.failure);
  const { guestsDecide, campaignId } = share;
  const isDrawn = content.value.proof !== null;
  const deciding = decisionStatusOf({ guestsDecide, status: campaign.value.status, isDrawn });
  if (deciding !== 'open') return refused(deciding);
  const fingerprint = fingerprintPrintedContent(content.value);
  if (fingerprint !== decision.print) return refused('content_changed');
  const decided = await decide(db, {
    shareLinkId: share.id,
    campaignId,
    decision: decision.verdict,
    name,
    email: email.toLowerCase(),
    comment: comment ?? null,
    fingerprint,
  });
  if (!decided) return NO_LINK;
  await visited(share);
  return ok(undefined);
}

/** Somebody looked at the page: told by their browser once they do something there, never by a mere fetch. */
export async function recordGuestVisit(token: string): Promise<void> {
  const entry = await checkGuestAccess(token);
  if (entry.state === 'open') await visited(entry.share);
}

/** What comes from one network within a minute is one visit: opening with the password, looking, deciding. */
const counted = () => singleton('visits', () => new LRUCache<string, true>({ max: 10_000, ttl: 60_000 }));

async function visited({ id }: ShareRow): Promise<void> {
  const visitor = visitorNetwork(await callerAddress());
  const key = `${id} ${visitor}`;
  if (counted().has(key)) return;
  counted().set(key, true);
  await countVisit(await store(), id, visitor);
}
