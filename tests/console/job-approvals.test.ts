/**
 * Tests that a second member can approve a bulk job's campaigns all at once, and that only the second
 * member's approval counts.
 */
import { beforeEach, expect, it, vi } from 'vitest';
import { approveJobAction } from '#app/(console)/jobs/[id]/approve/actions.ts';
import { recheckJob } from '#lib/data/jobs.ts';
import { approvalField, approvalValue } from '#lib/forms/job-approval.ts';
import { store } from '#lib/store/open.ts';
import { jobItems } from '#lib/store/schema/jobs.ts';
import { changeProof, proofPath, setUpMemberApproval, submitFromPage } from './support/approval.ts';
import { readCurrentFingerprint } from './support/guest-decisions.ts';
import { endPause, expectValue, makeJob, scheduleTomorrow, start, statesOf, work } from './support/jobs.ts';
import type { TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const { harness, addDraft } = setUpMemberApproval();
const SENDER = 'sender@mailroom.test';
const ADMIN = 'admin@mailroom.test';

beforeEach(endPause);

async function makeWaitingJob(count: number) {
  const drafts = Array.from({ length: count }, () => addDraft({ paid: 10 }));
  const id = await makeJob(
    harness.sender,
    scheduleTomorrow(),
    drafts.map((draft) => draft.id),
  );
  await work();
  expect(await statesOf(harness.sender, id)).toEqual(drafts.map(() => 'waiting_for_member'));
  return { id, drafts };
}

/** Returns the approval form's fields for the campaigns' current content. */
async function seenNow(id: number, drafts: readonly TinyCampaign[]): Promise<Record<string, string>> {
  const fields: Record<string, string> = { id: String(id) };
  for (const [i, { id: campaignId }] of drafts.entries()) {
    const fingerprint = await readCurrentFingerprint(campaignId);
    fields[approvalField(i)] = approvalValue({ campaignId, fingerprint });
  }
  return fields;
}

async function checkAgain(id: number): Promise<readonly string[]> {
  await harness.sender(() => recheckJob(id));
  await work();
  return statesOf(harness.sender, id);
}

it('a repeated review includes campaigns after another member approves them all at once', async () => {
  const { id, drafts } = await makeWaitingJob(3);
  const state = await submitFromPage(approveJobAction, await seenNow(id, drafts.slice(0, 2)), ADMIN);
  expect(state).toMatchObject({ ok: true, message: '2 approvals recorded.' });
  expect(await checkAgain(id)).toEqual(['ready', 'ready', 'waiting_for_member']);
});

it('a job waits while an approved proof can’t be read', async () => {
  const { id, drafts } = await makeWaitingJob(1);
  const [draft] = drafts;
  if (!draft) throw new Error('No draft.');
  await submitFromPage(approveJobAction, await seenNow(id, drafts), ADMIN);
  expect(await checkAgain(id)).toEqual(['ready']);
  expectValue(await start(harness.sender, id));
  const proof = harness.service.files.get(proofPath(draft)) ?? '';
  harness.service.files.delete(proofPath(draft));
  await work();
  expect(await statesOf(harness.sender, id)).toEqual(['ready']);
  harness.service.files.set(proofPath(draft), proof);
  await (await store()).update(jobItems).set({ notBefore: null });
  await work();
  expect(await statesOf(harness.sender, id)).toEqual(['done']);
});

it('a review doesn’t count approvals by the member who created the job', async () => {
  const { id, drafts } = await makeWaitingJob(2);
  await submitFromPage(approveJobAction, await seenNow(id, drafts), SENDER);
  expect(await checkAgain(id)).toEqual(['waiting_for_member', 'waiting_for_member']);
});

it('the form refuses the approval of a proof that changed after the page was opened, and records the other approvals', async () => {
  const { id, drafts } = await makeWaitingJob(2);
  const fields = await seenNow(id, drafts);
  const [changed] = drafts;
  if (changed) changeProof(harness.service, changed);
  const state = await submitFromPage(approveJobAction, fields, ADMIN);
  expect(state).toMatchObject({ message: expect.stringContaining(`#${changed?.id}: `) });
  expect(state).toMatchObject({ message: expect.stringMatching(/^1 approval recorded\./) });
  expect(await checkAgain(id)).toEqual(['waiting_for_member', 'ready']);
});
