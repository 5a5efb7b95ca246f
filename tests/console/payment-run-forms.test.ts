/** Tests the payment run forms: what they accept, where they redirect, and who can submit them. */
import { describe, expect, it, vi } from 'vitest';
import * as runActions from '#app/(console)/payment-runs/[id]/actions.ts';
import { GET as exportRun } from '#app/(console)/payment-runs/[id]/export/route.ts';
import { startRunAction } from '#app/(console)/payment-runs/new/actions.ts';
import { GET as readProgress } from '#app/api/payment-runs/[id]/route.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { submitFromPage } from './support/approval.ts';
import { setUpHarness } from './support/harness.ts';
import { signedOut } from './support/members.ts';
import { createRuns } from './support/payment-runs.ts';
import { orderAmounts, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
const runs = createRuns(harness);
const ZONE = { zone: 'America/New_York' };

const payFields = (runId: number, campaign: TinyCampaign) => ({
  run: `${runId}`,
  campaign: `${campaign.id}`,
  sender_copy: 'no',
  ...orderAmounts(campaign),
});

async function startWithOne() {
  const { runId, drafts } = await runs.start(1);
  const [draft] = drafts;
  if (!draft) throw new Error('No draft.');
  harness.service.requests.length = 0;
  return { runId, draft };
}

describe('the form that starts a run', () => {
  it('redirects to the run', async () => {
    const [draft] = runs.addDrafts(1);
    expect(await submitFromPage(startRunAction, { campaigns: `${draft?.id}`, ...ZONE })).toEqual({
      to: expect.stringMatching(/^\/payment-runs\/\d+$/),
    });
  });

  it('explains beside the field why a send date isn’t possible', async () => {
    const start = (at: string) => submitFromPage(startRunAction, { campaigns: '1', at, ...ZONE });
    expect(await start('2020-01-01T09:00')).toMatchObject({
      fields: { at: expect.stringContaining('Too early') },
    });
    expect(await start('soon')).toMatchObject({
      fields: { at: expect.stringContaining('Enter a date and time') },
    });
  });

  it.each(['', '0', '1,x', '1,,2', '-1'])('rejects the campaigns “%s”', async (campaigns) => {
    expect(await submitFromPage(startRunAction, { campaigns, ...ZONE })).toMatchObject({
      fields: { campaigns: expect.any(String) },
    });
  });
});

describe('the Pay button', () => {
  it('opens the payment link', async () => {
    const { runId, draft } = await startWithOne();
    expect(await submitFromPage(runActions.payInRunAction, payFields(runId, draft))).toEqual({
      to: harness.service.paymentLink,
    });
  });

  it('asks again if the price has changed', async () => {
    const { runId, draft } = await startWithOne();
    const fields = payFields(runId, draft);
    draft.price = 12;
    expect(await submitFromPage(runActions.payInRunAction, fields)).toMatchObject({
      failure: { kind: 'price_changed', seen: '$10.00', now: '$12.00' },
    });
    expect(harness.service.writes()).toEqual([]);
  });

  it('pays only once, even if the form is submitted again after the payment', async () => {
    const { runId, draft } = await startWithOne();
    const fields = payFields(runId, draft);
    await submitFromPage(runActions.payInRunAction, fields);
    draft.paid = 10;
    await runs.comeBack();
    expect(await submitFromPage(runActions.payInRunAction, fields)).toMatchObject({
      failure: { kind: 'refused', code: 'not_in_turn' },
    });
    expect(harness.service.writes()).toHaveLength(1);
  });

  it('can’t pay for a campaign that isn’t in the run', async () => {
    const { runId } = await startWithOne();
    const [other] = runs.addDrafts(1);
    if (!other) throw new Error('No draft.');
    expect(await submitFromPage(runActions.payInRunAction, payFields(runId, other))).toMatchObject({
      failure: { kind: 'missing' },
    });
    expect(harness.service.writes()).toEqual([]);
  });
});

describe('a button other than Pay', () => {
  it('redirects to the run or its receipt, or says why the run can’t be changed', async () => {
    const { runId, draft } = await startWithOne();
    const run = { run: `${runId}` };
    const page = `/payment-runs/${runId}`;
    const submit = submitFromPage;
    expect(await submit(runActions.skipInRunAction, { ...run, campaign: `${draft.id}` })).toEqual({
      to: page,
    });
    expect(await submit(runActions.stopRunAction, run)).toEqual({ to: `${page}/receipt` });
    expect(await submit(runActions.resumeRunAction, run)).toEqual({ to: page });
    expect(await submit(runActions.takeOverRunAction, run, 'admin@mailroom.test')).toEqual({ to: page });
    expect(await submit(runActions.stopRunAction, run)).toMatchObject({
      failure: { code: 'other_members_run' },
      message: 'Another member is paying for the campaigns in this run. Take over the run to continue it.',
    });
  });

  it('can change or remove the send date', async () => {
    const { runId } = await startWithOne();
    const run = { run: `${runId}`, ...ZONE };
    const save = (fields: Record<string, string>) =>
      submitFromPage(runActions.saveRunScheduleAction, { ...run, ...fields });
    const at = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16);
    expect(await save({})).toMatchObject({ fields: { at: 'Enter a date and time.' } });
    expect(await save({ at })).toEqual({ to: `/payment-runs/${runId}` });
    expect((await runs.read(runId)).sendDate).toMatch(/^\d{4}-.*-0[45]:00$/);
    expect(await save({ at, clear: 'yes' })).toEqual({ to: `/payment-runs/${runId}` });
    expect((await runs.read(runId)).sendDate).toBeNull();
  });
});

type Action = (previous: FormState, form: FormData) => Promise<FormState>;

describe.each(Object.entries({ startRunAction, ...runActions }) as [string, Action][])(
  '%s',
  (name, action) => {
    const fieldsOf = async (): Promise<Record<string, string>> => {
      const { runId, draft } = await startWithOne();
      if (name === 'startRunAction') return { campaigns: `${draft.id}`, ...ZONE };
      const run = { run: `${runId}` };
      if (name === 'payInRunAction') return payFields(runId, draft);
      if (name === 'saveRunScheduleAction') return { ...run, ...ZONE, clear: 'yes' };
      return name === 'skipInRunAction' ? { ...run, campaign: `${draft.id}` } : run;
    };

    it('is refused for viewers and signed-out visitors', async () => {
      const fields = await fieldsOf();
      for (const email of ['viewer@mailroom.test', 'stranger@mailroom.test'])
        expect(await submitFromPage(action, fields, email)).toMatchObject({ failure: { kind: 'forbidden' } });
      expect(harness.service.writes()).toEqual([]);
    });

    it('is refused from another site', async () => {
      const origin = 'https://evil.example';
      expect(await submitFromPage(action, await fieldsOf(), undefined, { origin })).toMatchObject({
        failure: { kind: 'forbidden' },
      });
      expect(harness.service.writes()).toEqual([]);
    });
  },
);

describe('the route that exports a run', () => {
  const context = (id: number | string) => ({ params: Promise.resolve({ id: `${id}` }) });
  const request = new Request('http://localhost:3000/');

  it('requires a session, as does the route that returns the run’s progress', async () => {
    const { runId } = await startWithOne();
    const responses = await signedOut(() =>
      Promise.all([exportRun(request, context(runId)), readProgress(request, context(runId))]),
    );
    expect(responses.map(({ status }) => status)).toEqual([401, 401]);
  });

  it('responds with 404 for a run that doesn’t exist', async () => {
    for (const id of [999_999, 'x', '9999999999999999'])
      expect(await harness.viewer(async () => (await exportRun(request, context(id))).status)).toBe(404);
  });

  it('returns the run as CSV', async () => {
    const { runId, drafts } = await runs.start(2);
    const [first] = drafts;
    if (!first) throw new Error('No draft.');
    await runs.payAndReturn(runId, first);
    const csv = await harness.viewer(async () => (await exportRun(request, context(runId))).text());
    const [columns, ...rows] = csv.trim().split('\r\n');
    expect(columns).toContain('run,position,campaign,title,customer');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain(`${runId},1,${first.id},`);
    expect(rows[0]).toContain(',Paid,');
    expect(rows[0]).toContain(',$10.00,');
    expect(rows[1]).toContain(',Waiting,');
  });
});
