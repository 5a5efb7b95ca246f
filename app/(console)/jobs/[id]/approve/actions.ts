'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { idField } from '#lib/contract/ids.ts';
import { recordMemberDecision } from '#lib/data/member-decisions.ts';
import { failureSentence } from '#lib/format/failure.ts';
import { formatPlural } from '#lib/format/text.ts';
import { formAction } from '#lib/forms/action.ts';
import { approvalFields, readApprovals } from '#lib/forms/job-approval.ts';
import { mapInParallel } from '#lib/runtime/parallel.ts';

/** Limited because Mailroom reads the campaign and its files for each decision. */
const CONCURRENCY = 4;

const approvalForm = z.object({ id: idField, ...approvalFields });

/** For each checked campaign, records the member's approval of the version that the page showed. */
export const approveJobAction = formAction('approve', approvalForm, async ({ id: _, ...input }) => {
  const seen = readApprovals(input);
  if (seen.length === 0) return { message: 'Select at least one campaign.' };
  const outcomes = await mapInParallel(seen, CONCURRENCY, async ({ campaignId, fingerprint }) => ({
    campaignId,
    outcome: await recordMemberDecision(campaignId, { decision: 'approved', fingerprint }),
  }));
  refresh();
  const failed = outcomes.flatMap(({ campaignId, outcome }) =>
    outcome.ok ? [] : [`#${campaignId}: ${failureSentence(outcome.failure)}`],
  );
  const recorded = `${formatPlural(seen.length - failed.length, 'approval')} recorded.`;
  if (failed.length === 0) return { ok: true, message: recorded };
  return { message: [recorded, ...failed].join(' ') };
});
