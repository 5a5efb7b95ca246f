/** Tests who can create, start, stop, and read bulk jobs, and that the approval rule applies to a job as a whole. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { GET } from '#app/api/jobs/[id]/route.ts';
import { createJob, resumeJob, retryRefused, startJob, stopJob } from '#lib/data/jobs.ts';
import { JOB_KINDS, type JobAction, MAX_JOB_ITEMS } from '#lib/domain/job.ts';
import { store } from '#lib/store/open.ts';
import { updateApprovalSettings } from '#lib/store/team-settings.ts';
import { addToken } from './support/api-tokens.ts';
import {
  expectValue,
  jobOf,
  makeJob,
  rescheduleTo,
  runNewJob,
  scheduleTomorrow,
  setUpJobs,
  start,
  startNewJob,
  statesOf,
  work,
  ZONE,
} from './support/jobs.ts';
import { type RunAs, signedOut } from './support/members.ts';
import { ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const { harness, addSome } = setUpJobs();

beforeEach(async () => {
  await updateApprovalSettings(await store(), { rule: 'none', minimum: null });
});

const create = (runAs: RunAs, action: JobAction, ids: readonly number[]) =>
  runAs(() => createJob({ selection: { kind: 'ids', ids }, action }));
const NEXT_YEAR = '2027-01-04T14:00:00Z';
const FORBIDDEN = { ok: false, failure: { kind: 'forbidden' } };

describe('creating a job', () => {
  it.each([
    ['viewer', scheduleTomorrow(), false],
    ['viewer', { kind: 'label', title: 'a' }, false],
    ['viewer', { kind: 'copy' }, false],
    ['viewer', { kind: 'ask_approval' }, false],
    ['sender', { kind: 'ask_approval' }, true],
    ['sender', { kind: 'delete' }, false],
    ['viewer', rescheduleTo(NEXT_YEAR), false],
    ['sender', rescheduleTo(NEXT_YEAR), true],
    ['sender', { kind: 'cancel' }, true],
    ['admin', { kind: 'delete' }, true],
  ] as const)('by a %s with the action %o: %o', async (role, action, isAllowed) => {
    const outcome = await create(harness[role], action, addSome(1));
    if (isAllowed) expect(outcome.ok).toBe(true);
    else expect(outcome).toEqual(FORBIDDEN);
  });

  it('requires a role above viewer, regardless of the kind of job', async () => {
    for (const kind of JOB_KINDS) {
      const { plan } = scheduleTomorrow() as JobAction & { kind: 'schedule' };
      const action = { kind, plan, payment: 'paid', title: 'a' } as JobAction;
      expect(await create(harness.viewer, action, addSome(1)), kind).toEqual(FORBIDDEN);
    }
  });

  it('needs a session', async () => {
    expect(await create(signedOut, { kind: 'copy' }, addSome(1))).toEqual(FORBIDDEN);
  });

  it.each([
    ['no campaign', [], { kind: 'copy' }, 'selection'],
    ['ids that aren’t ids', [0, -1, 1.5], { kind: 'copy' }, 'selection'],
    [
      'too many campaigns',
      Array.from({ length: MAX_JOB_ITEMS + 1 }, (_, i) => i + 1),
      { kind: 'copy' },
      'selection',
    ],
    ['no title or note', [1], { kind: 'label' }, 'title'],
    ['a long title', [1], { kind: 'label', title: 'a'.repeat(121) }, 'title'],
    ['an unknown zone', [1], schedule({ zone: 'Moon/Base' }), 'zone'],
    ['a day that doesn’t exist', [1], schedule({ from: '2027-02-30' }), 'from'],
    ['a time that doesn’t exist', [1], schedule({ time: '24:00' }), 'time'],
    ['no campaigns a day', [1], schedule({ perDay: 0 }), 'per_day'],
    [
      'an unknown zone for new times',
      [1],
      { ...schedule({ zone: 'Moon/Base' }), kind: 'reschedule' },
      'zone',
    ],
    ['an invoice without invoicing', [1], { ...scheduleTomorrow(), payment: 'invoice' }, 'payment'],
  ] as const)('is refused with %s', async (_, ids, action, field) => {
    expect(await create(harness.sender, action as JobAction, ids)).toMatchObject({
      ok: false,
      failure: { kind: 'invalid', fields: { [field]: expect.any(String) } },
    });
  });
});

function schedule(plan: object): JobAction {
  const spread = {
    kind: 'spread',
    perDay: 1,
    from: '2027-01-04',
    time: '09:00',
    zone: ZONE,
    weekdaysOnly: true,
  };
  return { kind: 'schedule', payment: 'paid', plan: { ...spread, ...plan } as never };
}

describe('a job', () => {
  it('can be started only by its creator', async () => {
    const id = await makeJob(harness.sender, scheduleTomorrow(), addSome(1));
    await work();
    const checkedAt = (await jobOf(harness.sender, id)).checkedAt ?? 0;
    for (const runAs of [harness.admin, harness.viewer])
      expect(await runAs(() => startJob(id, { checkedAt }))).toMatchObject({
        failure: { code: 'job_not_yours' },
      });
    expect(await signedOut(() => startJob(id, { checkedAt }))).toEqual(FORBIDDEN);
    expect((await jobOf(harness.viewer, id)).canStart).toBe(false);
    expect((await jobOf(harness.sender, id)).canStart).toBe(true);
    expect(harness.service.writes()).toEqual([]);
  });

  it('can be stopped only by its creator and by admins', async () => {
    const id = await startNewJob(harness.admin, scheduleTomorrow(), addSome(1));
    expect(await harness.sender(() => stopJob(id))).toMatchObject({ failure: { code: 'job_not_yours' } });
    expect(await signedOut(() => stopJob(id))).toEqual(FORBIDDEN);
    expect(expectValue(await harness.admin(() => stopJob(id)))).toBe('stopping');
    await work();
    for (const change of [resumeJob, retryRefused])
      expect(await harness.sender(() => change(id))).toMatchObject({ failure: { code: 'job_not_yours' } });
    expect(harness.service.writes()).toEqual([]);
  });

  it('is reported as missing if it doesn’t exist', async () => {
    for (const change of [stopJob, resumeJob, retryRefused])
      expect(await harness.admin(() => change(999_999))).toEqual({ ok: false, failure: { kind: 'missing' } });
  });
});

describe('the approval rule', () => {
  it('applies to small amounts that together reach the minimum', async () => {
    await updateApprovalSettings(await store(), { rule: 'guest', minimum: 3_000 });
    const few = await makeJob(harness.sender, scheduleTomorrow(), addSome(2));
    const many = await makeJob(harness.sender, scheduleTomorrow(), addSome(3));
    await work();
    expect(await statesOf(harness.sender, few)).toEqual(['ready', 'ready']);
    expect(await statesOf(harness.sender, many)).toEqual(Array(3).fill('waiting_for_guest'));
    expect((await jobOf(harness.sender, many)).state).toBe('ready_for_review');
  });

  it('applies if it is introduced after the review', async () => {
    const id = await makeJob(harness.sender, scheduleTomorrow(), addSome(3));
    await work();
    expectValue(await start(harness.sender, id));
    await updateApprovalSettings(await store(), { rule: 'guest', minimum: 3_000 });
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['refused', 'refused', 'refused']);
    expect(harness.service.writes()).toEqual([]);
  });
});

const get = (runAs: RunAs, id: number | string, headers: Record<string, string> = {}, query = '') =>
  runAs(() =>
    GET(new Request(`${ORIGIN}/api/jobs/${id}${query}`, { headers }), {
      params: Promise.resolve({ id: String(id) }),
    }),
  );

describe('GET /api/jobs/{id}', () => {
  it('returns the progress and a page of campaigns', async () => {
    const ids = addSome(3);
    const id = await startNewJob(harness.sender, { kind: 'copy' }, ids);
    harness.service.injectFault('POST clone', 'drop_after');
    await work();
    const response = await get(harness.viewer, id, {}, '?per_page=2');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(await response.json()).toMatchObject({
      id,
      action: 'copy',
      state: 'ended',
      total: 3,
      done: 2,
      refused: 0,
      unknown: 1,
      left: 0,
      left_out: 0,
      items: [{ state: 'unknown' }, { state: 'done', copy_id: expect.any(Number) }],
      current_page: 1,
      total_count: 3,
      total_pages: 2,
    });
  });

  it('accepts API tokens that can list campaigns of all customers', async () => {
    const id = await runNewJob(harness.sender, { kind: 'copy' }, addSome(1));
    const statusWith = async (options: object) => {
      const { text } = await addToken('sender', options as never);
      return (await get(signedOut, id, { authorization: `Bearer ${text}` })).status;
    };
    expect(await statusWith({ scopes: ['listCampaigns'] })).toBe(200);
    expect(await statusWith({ scopes: ['getCampaign'] })).toBe(403);
    expect(await statusWith({ scopes: ['listCampaigns'], customerId: 7 })).toBe(404);
  });

  it('refuses callers without a session, and responds with 404 to unknown or malformed ids', async () => {
    expect((await get(signedOut, 1)).status).toBe(401);
    expect((await get(harness.viewer, 999_999)).status).toBe(404);
    expect((await get(harness.viewer, '1e3')).status).toBe(404);
    expect((await get(harness.viewer, 1, {}, '?per_page=x')).status).toBe(400);
  });
});
