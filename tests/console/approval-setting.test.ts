/**
 * Tests the setting that requires approval, and the approvals shown on campaign pages and in the overview.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadMissingApproval } from '#app/(console)/campaigns/[id]/loader.ts';
import { approvalAction } from '#app/(console)/team/approval-action.ts';
import {
  findMissingApproval,
  listRecentDecisions,
  readApprovalRule,
  saveApprovalRule,
} from '#lib/data/approval.ts';
import { readLiveCampaign } from '#lib/data/live.ts';
import { addDraftWithProof, addGuestDecision, proofPath, submitFromPage } from './support/approval.ts';
import { setUpHarness } from './support/harness.ts';
import { addCampaign, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const NONE = { rule: 'none', minimum: null } as const;
const GUEST = { rule: 'guest', minimum: null } as const;

const harness = setUpHarness();
let nextId = 1;
beforeEach(async () => {
  await harness.admin(() => saveApprovalRule(GUEST));
  harness.service.requests.length = 0;
});

const addDraft = (overrides: Partial<TinyCampaign> = {}) =>
  addDraftWithProof(harness.service, { id: nextId++, ...overrides });

it('the campaign page shows whether a campaign is waiting for approval', async () => {
  const campaign = addDraft();
  const { id, status, proof } = campaign;
  const isWaiting = async () =>
    (await harness.viewer(() =>
      findMissingApproval({ id, status, proof, recipient_count: 3 }, undefined),
    )) === 'guest';
  expect(await isWaiting()).toBe(true);
  await addGuestDecision(campaign, 'approved');
  expect(await isWaiting()).toBe(false);
  await addGuestDecision(campaign, 'changes');
  expect(await isWaiting()).toBe(true);
  await harness.admin(() => saveApprovalRule(NONE));
  expect(await isWaiting()).toBe(false);
});

it('the checkout and send pages download files only if the team requires approval', async () => {
  const campaign = addDraft();
  await addGuestDecision(campaign, 'approved');
  const checkApproval = async () => {
    harness.service.requests.length = 0;
    const missing = await harness.sender(() => loadMissingApproval(campaign.id));
    return { missing, files: harness.service.requestLines().filter((line) => line.includes('/files/')) };
  };
  // A file at a new path must be downloaded again.
  const movedPath = `/files/${campaign.id}/moved.pdf`;
  harness.service.files.set(movedPath, harness.service.files.get(proofPath(campaign)) ?? '');
  campaign.proof = harness.service.origin + movedPath;
  await harness.admin(() => saveApprovalRule(NONE));
  expect(await checkApproval()).toEqual({ missing: 'none', files: [] });
  await harness.admin(() => saveApprovalRule(GUEST));
  expect(await checkApproval()).toEqual({ missing: 'none', files: [`GET ${movedPath}`] });
});

it('polling a campaign returns a different decision id after every guest decision', async () => {
  const campaign = addDraft();
  const readDecision = async () => {
    const live = await harness.viewer(() => readLiveCampaign(campaign.id));
    return live.ok ? live.value.decision : live.failure.kind;
  };
  expect(await readDecision()).toBeUndefined();
  await addGuestDecision(campaign, 'approved');
  const first = await readDecision();
  await addGuestDecision(campaign, 'changes');
  expect(new Set([undefined, first, await readDecision()]).size).toBe(3);
});

it('every member can see the approval rule, but only admins can change it', async () => {
  const turnOffAs = (role: string) =>
    submitFromPage(approvalAction, { rule: 'none' }, `${role}@mailroom.test`);
  const readRule = () => harness.viewer(readApprovalRule);
  for (const role of ['viewer', 'sender']) {
    expect(await turnOffAs(role)).toMatchObject({ failure: { kind: 'forbidden' } });
    expect(await readRule()).toEqual({ ok: true, value: GUEST });
  }
  expect(await turnOffAs('admin')).toMatchObject({ ok: true });
  expect(await readRule()).toEqual({ ok: true, value: NONE });
  expect(await submitFromPage(approvalAction, { rule: 'maybe' }, 'admin@mailroom.test')).toHaveProperty(
    'fields.rule',
  );
});

it('the list of recent decisions starts with void approvals and change requests', async () => {
  const [approved, changesRequested, changed, deleted] = [addDraft(), addDraft(), addDraft(), addDraft()];
  await addGuestDecision(changesRequested, 'changes');
  await addGuestDecision(changed, 'approved');
  await addGuestDecision(deleted, 'approved');
  await addGuestDecision(approved, 'approved');
  addCampaign(harness.service, { ...changed, proof: approved.proof, recipient_count: 4 });
  harness.service.campaigns.delete(deleted.id);
  const recent = await harness.viewer(listRecentDecisions);
  const listed = recent.map(({ campaign, approval }) => `${campaign.id} ${approval.kind}`);
  expect(listed.slice(0, 2)).toEqual([`${changed.id} void`, `${changesRequested.id} changes`]);
  expect(listed).toContain(`${approved.id} approved`);
  expect(listed.join()).not.toContain(`${deleted.id} `);
});

describe('the form for the approval setting', () => {
  it.each([
    ['500', 50_000],
    ['$1,250.50', 125_050],
    ['500.5', 50_050],
    ['1,250', 125_000],
    ['1.250,00 €', 125_000],
    ['1.250.000', 125_000_000],
    ['', null],
    ['0', null],
  ])('saves the minimum %j', async (minimum, expected) => {
    expect(
      await submitFromPage(approvalAction, { rule: 'both', minimum }, 'admin@mailroom.test'),
    ).toMatchObject({
      ok: true,
    });
    expect(await harness.viewer(readApprovalRule)).toEqual({
      ok: true,
      value: { rule: 'both', minimum: expected },
    });
  });

  it.each(['five', '-5', '1,2345'])('refuses the minimum %j', async (minimum) => {
    expect(
      await submitFromPage(approvalAction, { rule: 'both', minimum }, 'admin@mailroom.test'),
    ).toHaveProperty('fields.minimum', 'Enter an amount, like 500 or 1,250.00.');
  });

  it.each(['500.001', '1.250', '1,250.001', '$ 500.001', '1.2345', 'CHF. 500.001'])(
    'refuses the minimum %j, because it has more than two decimal places, and keeps the entered text',
    async (minimum) => {
      const state = await submitFromPage(approvalAction, { rule: 'both', minimum }, 'admin@mailroom.test');
      expect(state).toMatchObject({
        fields: { minimum: 'Use at most two decimal places, like 500 or 1,250.00.' },
        values: { rule: 'both', minimum },
      });
      expect(await harness.viewer(readApprovalRule)).toEqual({ ok: true, value: GUEST });
    },
  );
});
