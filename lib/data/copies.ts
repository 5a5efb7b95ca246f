/** Deletes a copy that a member made by mistake. */
import 'server-only';
import type { OwnedOrder } from '#lib/attempts/owned-order.ts';
import type { Campaign } from '#lib/contract/resources.ts';
import { type Failure, fail, type Outcome } from '#lib/domain/outcome.ts';
import { type CampaignUse, countUses, isUntouchedCopy, UNDO_COPY_MS } from '#lib/domain/undo.ts';
import { listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import { findRecentCopy } from '#lib/store/copies.ts';
import { queryMemberDecisions } from '#lib/store/member-decisions.ts';
import { store } from '#lib/store/open.ts';
import { queryDecisions, queryShareLinks } from '#lib/store/share-links.ts';
import { queryTitlesAndNotes } from '#lib/store/titles-and-notes.ts';
import { authorize } from './authorize.ts';
import { type DeletionRules, deleteCampaign } from './sending.ts';

const NOT_DELETABLE: Failure = { kind: 'refused', status: 409, code: 'copy_in_use' };

/**
 * Deletes a copy as the member who made it, even if the member isn't an admin. The copy must be at most ten minutes
 * old and untouched. Fails with `refused` and the code `copy_in_use` otherwise.
 * @param id the copy
 * @param originalId the campaign that was copied
 */
export async function deleteFreshCopy(id: number, originalId: number): Promise<Outcome<Campaign>> {
  const member = await authorize('undoCopy');
  if (!member.ok) return member;
  const isOwn = await findRecentCopy(await store(), { id, originalId }, member.value.id, UNDO_COPY_MS);
  if (!isOwn) return fail(NOT_DELETABLE);
  const rules: DeletionRules = { permission: 'undoCopy', refuse: refuseUsedCopy };
  return deleteCampaign(id, undefined, rules);
}

/** @param attemptId the attempt that deletes the copy */
async function refuseUsedCopy(
  { campaign, checkout }: OwnedOrder,
  attemptId: string,
): Promise<Failure | null> {
  if (!checkout.ok) return checkout.failure;
  const use = await readUse(campaign.id, attemptId);
  return isUntouchedCopy(campaign, checkout.value, use) ? null : NOT_DELETABLE;
}

async function readUse(id: number, attemptId: string): Promise<CampaignUse> {
  const db = await store();
  const [attempts, shareLinks, guests, members, titles] = await Promise.all([
    listCampaignAttempts(db, id),
    queryShareLinks(db, id),
    queryDecisions(db, [id]),
    queryMemberDecisions(db, [id]),
    queryTitlesAndNotes(db, [id]),
  ]);
  return {
    attempts: countUses(attempts, (attempt) => attempt.id === attemptId),
    shareLinks: shareLinks.length,
    decisions: guests.length + members.length,
    hasTitleOrNote: (titles.get(id)?.revision ?? 0) > 0,
  };
}
