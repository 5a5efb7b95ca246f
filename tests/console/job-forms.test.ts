/**
 * Tests the forms that create, start, and approve bulk jobs: roles, other origins, repeated submissions, and messages.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  recheckJobAction,
  resumeJobAction,
  retryRefusedAction,
  startJobAction,
  stopJobAction,
} from '#app/(console)/jobs/[id]/actions.ts';
import { approveJobAction } from '#app/(console)/jobs/[id]/approve/actions.ts';
import { GET as exportGET } from '#app/(console)/jobs/[id]/export/route.ts';
import { GET as progressGET } from '#app/(console)/jobs/[id]/progress/route.ts';
import {
  createApprovalJobAction,
  createCancelJobAction,
  createCopyJobAction,
  createDeleteJobAction,
  createLabelJobAction,
  createRescheduleJobAction,
  createScheduleJobAction,
  createShareJobAction,
} from '#app/(console)/jobs/new/actions.ts';
import { listJobs } from '#lib/data/job-results.ts';
import type { Role } from '#lib/domain/permissions.ts';
import { EMAIL_OFF } from '#lib/format/job.ts';
import { toFieldValue } from '#lib/forms/send-time.ts';
import { store } from '#lib/store/open.ts';
import { updateApprovalSettings } from '#lib/store/team-settings.ts';
import { DAY_MS } from '#lib/time-units.ts';
import { submitForm } from './support/forms.ts';
import { setUpHarness } from './support/harness.ts';
import {
  endPause,
  expectValue,
  jobOf,
  makeJob,
  scheduleTomorrow,
  statesOf,
  work,
  ZONE,
} from './support/jobs.ts';
import { asFormOf, type RunAs, signedOut } from './support/members.ts';
import { addCampaign, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined, revalidatePath: () => undefined }));

const harness = setUpHarness();
let nextId = 100;
const addSome = (count: number, campaign: Partial<TinyCampaign> = {}) =>
  Array.from({ length: count }, () => addCampaign(harness.service, { ...campaign, id: nextId++ }).id);
const formOf = (role: Role) => asFormOf(`${role}@mailroom.test`);

beforeEach(async () => {
  harness.applySettings({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'mailroom@console.test' });
  endPause();
  await updateApprovalSettings(await store(), { rule: 'none', minimum: null });
});

const countJobs = async () =>
  expectValue(await harness.viewer(() => listJobs({ page: 1, perPage: 1 }))).total;
const newTime = () => ({
  mode: 'once',
  at: toFieldValue(Date.now() + DAY_MS, ZONE),
  zone: ZONE,
});
const tomorrow = () => ({ payment: 'paid', ...newTime() });

const FORMS = {
  schedule: { action: createScheduleJobAction, fields: tomorrow, least: 'sender' },
  reschedule: { action: createRescheduleJobAction, fields: newTime, least: 'sender' },
  cancel: { action: createCancelJobAction, fields: () => ({ reason: 'Sold out' }), least: 'sender' },
  copy: { action: createCopyJobAction, fields: () => ({}), least: 'sender' },
  label: { action: createLabelJobAction, fields: () => ({ title: 'Spring' }), least: 'sender' },
  share: { action: createShareJobAction, fields: () => ({ days: '14', decide: 'yes' }), least: 'sender' },
  ask_approval: { action: createApprovalJobAction, fields: () => ({ comment: 'Friday' }), least: 'sender' },
  delete: { action: createDeleteJobAction, fields: () => ({}), least: 'admin' },
} as const;
const ROLES: readonly Role[] = ['viewer', 'sender', 'admin'];

describe.each(Object.entries(FORMS))('the form for the action %s', (kind, { action, fields, least }) => {
  const submit = (runAs: RunAs, more: Record<string, string> = {}) => {
    const [id] = addSome(1);
    return runAs(() => submitForm(action, { ids: String(id), list: '', ...fields(), ...more }));
  };

  it('creates a job only for members with the right role', async () => {
    for (const role of ROLES) {
      const before = await countJobs();
      const result = await submit(await formOf(role));
      const isAllowed = ROLES.indexOf(role) >= ROLES.indexOf(least);
      expect(await countJobs()).toBe(before + (isAllowed ? 1 : 0));
      if (isAllowed) expect(result).toMatchObject({ to: expect.stringMatching(/^\/jobs\/\d+\?/) });
      else expect(result).toMatchObject({ message: 'Your role doesn’t allow this.' });
    }
  });

  it('creates no job for a visitor or another site, with an unknown field, or without a campaign', async () => {
    const before = await countJobs();
    const admin = await formOf('admin');
    expect(await submit(signedOut)).toHaveProperty('message');
    expect(await submit(harness.admin)).toMatchObject({ failure: { kind: 'forbidden' } });
    expect(await submit(admin, { kind })).toHaveProperty('fields.kind');
    expect(await submit(admin, { ids: '0x1' })).toMatchObject({
      message: 'Select at least one campaign in the list first.',
    });
    expect(await submit(admin, { ids: '', all: 'yes', list: 'status=lost' })).toHaveProperty('message');
    expect(await countJobs()).toBe(before);
  });
});

describe('the form for sharing', () => {
  const submit = async (fields: Record<string, string>) => {
    const ids = addSome(1).join();
    return (await formOf('sender'))(() => submitForm(createShareJobAction, { ids, days: '14', ...fields }));
  };

  it.each([
    ['days', '0'],
    ['days', '91'],
    ['days', 'soon'],
    ['message', 'a'.repeat(1_001)],
  ])('names the field %s of the value %s', async (field, value) => {
    expect(await submit({ [field]: value })).toHaveProperty(`fields.${field}`);
  });

  it('says that no email server is set up', async () => {
    harness.applySettings({});
    expect(await submit({})).toMatchObject({ message: EMAIL_OFF });
  });
});

describe('the form for a new job', () => {
  it('shows an error beside the field if the time is invalid', async () => {
    const [id] = addSome(1);
    const fields = { ...tomorrow(), ids: String(id), at: 'soon' };
    const state = await (await formOf('sender'))(() => submitForm(createScheduleJobAction, fields));
    expect(state).toHaveProperty('fields.at');
  });

  it('shows an error beside the field if the new time is invalid', async () => {
    const [id] = addSome(1);
    const sender = await formOf('sender');
    const submit = (fields: object) =>
      sender(() => submitForm(createRescheduleJobAction, { ...newTime(), ids: String(id), ...fields }));
    expect(await submit({ at: '2026-01-01T09:00' })).toHaveProperty('fields.at');
    expect(await submit({ mode: 'spread', per_day: '0' })).toHaveProperty('fields.per_day');
    expect(await submit({ payment: 'paid' })).toHaveProperty('fields.payment');
  });

  it('asks for a title or a note', async () => {
    const [id] = addSome(1);
    const state = await (await formOf('sender'))(() => submitForm(createLabelJobAction, { ids: String(id) }));
    expect(state).toMatchObject({ fields: { title: 'Enter a title or a note.' } });
  });

  it('refuses an invoice if monthly invoicing is off', async () => {
    const [id] = addSome(1);
    const fields = { ...tomorrow(), ids: String(id), payment: 'invoice' };
    const state = await (await formOf('sender'))(() => submitForm(createScheduleJobAction, fields));
    expect(state).toHaveProperty('fields.payment');
  });
});

describe('a review', () => {
  async function reviewOf(count: number) {
    const ids = addSome(count);
    const id = await makeJob(harness.sender, { kind: 'copy' }, ids);
    await work();
    const { checkedAt } = await jobOf(harness.sender, id);
    return { id, fields: { id: String(id), checked_at: String(checkedAt) } };
  }

  it('can be started only by the job’s creator, and submitting the form again changes nothing', async () => {
    const { id, fields } = await reviewOf(1);
    for (const role of ['viewer', 'admin'] as const) {
      const state = await (await formOf(role))(() => submitForm(startJobAction, fields));
      expect(state).toHaveProperty('failure');
    }
    expect(await harness.sender(() => submitForm(startJobAction, fields))).toMatchObject({
      failure: { kind: 'forbidden' },
    });
    expect((await jobOf(harness.sender, id)).state).toBe('ready_for_review');
    const sender = await formOf('sender');
    harness.service.requests.length = 0;
    for (let i = 0; i < 3; i++) {
      expect(await sender(() => submitForm(startJobAction, fields))).toEqual({ to: `/jobs/${id}` });
      await work();
    }
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
    expect(harness.service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('requires the creator to type the number of campaigns if the job is large, and shows an error beside the field if the number is wrong', async () => {
    const { id, fields } = await reviewOf(26);
    const sender = await formOf('sender');
    for (const confirmation of ['', '25', 'many']) {
      const state = await sender(() => submitForm(startJobAction, { ...fields, confirmation }));
      expect(state).toMatchObject({ fields: { confirmation: expect.stringContaining('26') } });
    }
    expect((await jobOf(harness.sender, id)).state).toBe('ready_for_review');
    expect(await sender(() => submitForm(startJobAction, { ...fields, confirmation: '26' }))).toEqual({
      to: `/jobs/${id}`,
    });
  });

  it('is repeated if the job’s creator requests it, so that approved campaigns are included', async () => {
    await updateApprovalSettings(await store(), { rule: 'member', minimum: null });
    const [campaignId] = addSome(1);
    const id = await makeJob(harness.sender, scheduleTomorrow(), [campaignId as number]);
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['waiting_for_member']);
    await updateApprovalSettings(await store(), { rule: 'none', minimum: null });
    const admin = await formOf('admin');
    expect(await admin(() => submitForm(recheckJobAction, { id: String(id) }))).toHaveProperty('failure');
    const sender = await formOf('sender');
    expect(await sender(() => submitForm(recheckJobAction, { id: String(id) }))).toEqual({
      to: `/jobs/${id}`,
    });
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['ready']);
  });
});

describe('a job’s button', () => {
  it.each([
    ['stop', stopJobAction],
    ['resume', resumeJobAction],
    ['retry', retryRefusedAction],
  ])('doesn’t %s the job for a visitor, another site, or another member', async (_, action) => {
    const id = await makeJob(harness.admin, { kind: 'copy' }, addSome(1));
    const fields = { id: String(id) };
    expect(await signedOut(() => submitForm(action, fields))).toHaveProperty('message');
    expect(await harness.admin(() => submitForm(action, fields))).toMatchObject({
      failure: { kind: 'forbidden' },
    });
    expect(await (await formOf('sender'))(() => submitForm(action, fields))).toHaveProperty('failure');
    expect((await jobOf(harness.admin, id)).state).toBe('checking');
  });
});

describe('reading a job’s CSV export or progress', () => {
  it('requires a session and an existing job', async () => {
    const id = await makeJob(harness.sender, { kind: 'copy' }, addSome(2));
    await work();
    const call = (handler: typeof exportGET, runAs: RunAs, path: string) =>
      runAs(() => handler(new Request('http://console.test'), { params: Promise.resolve({ id: path }) }));
    for (const handler of [exportGET, progressGET]) {
      expect((await call(handler, signedOut, String(id))).status).toBe(401);
      expect((await call(handler, harness.viewer, 'x')).status).toBe(404);
      expect((await call(handler, harness.viewer, '999999')).status).toBe(404);
      expect((await call(handler, harness.viewer, String(id))).status).toBe(200);
    }
    const csv = await (await call(exportGET, harness.viewer, String(id))).text();
    expect(csv.trim().split('\r\n')).toHaveLength(3);
    expect(await (await call(progressGET, harness.viewer, String(id))).json()).toMatchObject({
      state: 'ready_for_review',
      counts: { ready: 2 },
    });
  });
});

describe('approving the campaigns of a job', () => {
  it('is refused for viewers and cross-site requests, and names each campaign that changed', async () => {
    const [campaignId] = addSome(1);
    const fields = { id: '1', campaign_0: `${campaignId}:not-the-fingerprint` };
    expect(await (await formOf('viewer'))(() => submitForm(approveJobAction, fields))).toMatchObject({
      message: 'Your role doesn’t allow this.',
    });
    expect(await harness.admin(() => submitForm(approveJobAction, fields))).toMatchObject({
      failure: { kind: 'forbidden' },
    });
    const state = await (await formOf('admin'))(() => submitForm(approveJobAction, fields));
    expect(state).toMatchObject({ message: expect.stringContaining(`#${campaignId}: `) });
    expect(state).toMatchObject({ message: expect.stringMatching(/^0 approvals recorded\./) });
  });

  it('requires at least one campaign', async () => {
    expect(await (await formOf('admin'))(() => submitForm(approveJobAction, { id: '1' }))).toMatchObject({
      message: 'Select at least one campaign.',
    });
  });
});
