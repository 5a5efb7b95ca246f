/**
 * Reads the content of campaigns with decisions, so that lists can show which decisions are current. The
 * files don't count toward the call budget, because they aren't read through the mail service's interface.
 */
import 'server-only';
import { fingerprintPrintedContent, readPrintedContent } from '#lib/share-links/fingerprints.ts';
import { deleteSettledContents, listContentsToRead, recordContent } from '#lib/store/decided-contents.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { isItemFailure } from './item-failures.ts';
import type { SyncTaskContext } from './sync-task.ts';

const STALE_MINUTES = 30;
const CONTENTS_AT_A_TIME = 20;
/** The time limit for reading a campaign and its files. */
const READ_MS = 10_000;

/** Reads the contents of campaigns that changed or were read too long ago. */
export async function syncContents({ db, budget, isOver, advance }: SyncTaskContext): Promise<void> {
  await deleteSettledContents(db);
  for (const id of await listContentsToRead(db, STALE_MINUTES, CONTENTS_AT_A_TIME)) {
    if (!(await budget.take(isOver))) return;
    const startedAt = performance.now();
    const deadline = deadlineIn(READ_MS);
    const campaign = await readFromService('getCampaign', { id }, { deadline });
    budget.report(campaign.ok ? null : campaign.failure);
    advance();
    if (!campaign.ok && !isItemFailure(campaign.failure)) return;
    const printed = campaign.ok
      ? await readPrintedContent(campaign.value, { deadline, fresh: true })
      : undefined;
    // Record the read even if it failed, so that the campaign isn't retried before other campaigns are read.
    const read = printed?.ok && { fingerprint: fingerprintPrintedContent(printed.value) };
    await recordContent(db, { campaignId: id, ...read }, performance.now() - startedAt);
  }
}
