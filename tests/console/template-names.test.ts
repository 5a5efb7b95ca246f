/**
 * Tests that a campaign keeps the template's original name after the template is renamed. Uses the embedded
 * service.
 */
import { eq } from 'drizzle-orm';
import { NoopLogger } from 'drizzle-orm/logger';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadCampaign } from '#app/(console)/campaigns/[id]/loader.ts';
import { loadCampaigns } from '#app/(console)/campaigns/loader.ts';
import { loadOverview } from '#app/(console)/loader.ts';
import { readGuestReview } from '#lib/data/guest/review.ts';
import { readTemplateNames } from '#lib/data/template-names.ts';
import { getTemplate, type TemplateUpdate, updateTemplate } from '#lib/data/templates.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import { renamedTemplate } from '#lib/domain/template-name.ts';
import { composeNotificationEmail } from '#lib/email/notification-email.ts';
import { readCampaignQuery } from '#lib/forms/campaign-query.ts';
import { allRecorded } from '#lib/index/learn.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { queueNotification } from '#lib/store/notifications.ts';
import { store } from '#lib/store/open.ts';
import { notifications } from '#lib/store/schema/notifications.ts';
import { shareLinks } from '#lib/store/schema/share-links.ts';
import { insertDecision } from '#lib/store/share-links.ts';
import { type RunningService, startTestService } from '../support/service.ts';
import { setUpHarness } from './support/harness.ts';
import { callImmediately, createShareLink, newGuest } from './support/share-links.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const harness = setUpHarness();
const ZONE = 'UTC';
const DATE_SETTINGS = { zone: ZONE, locale: 'en-US' };
const OLD_NAME = 'October mailing';
const NEW_NAME = 'Renamed since';
let service: RunningService;
let campaignId: number;
let templateId: number;

function unwrap<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
}

async function renameTemplate(name: string): Promise<void> {
  await harness.admin(async () => {
    const { size, designs = [] } = unwrap(await getTemplate(templateId));
    unwrap(await updateTemplate(templateId, { name, size, designs } as TemplateUpdate));
  });
}

const readList = async () => {
  const { list } = await harness.viewer(() => loadCampaigns(readCampaignQuery({}, ZONE), DATE_SETTINGS));
  if (list.kind !== 'listed') throw new Error('The list was not read.');
  return list.items;
};

/** Finds a campaign without the console, which would remember the current name of the campaign's template. */
async function findUnseenCampaign(): Promise<{ id: number; template_id: number }> {
  const response = await fetch(`${service.url}/v1/campaigns?per_page=1`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  return (await response.json()).items[0];
}

beforeAll(async () => {
  service = await startTestService({ campaigns: 40, args: ['--no-render'] });
  harness.applySettings({
    DIRECTMAIL_BASE_URL: service.url,
    DIRECTMAIL_BASE_URL_V2: service.url,
    DIRECTMAIL_API_KEY: service.key,
  });
  const campaign = await findUnseenCampaign();
  campaignId = campaign.id;
  templateId = campaign.template_id;
  await renameTemplate(OLD_NAME);
  await readList();
  await allRecorded();
  await renameTemplate(NEW_NAME);
});
afterAll(() => service.remove());

describe('a campaign whose template was renamed', () => {
  it('shows the original and current template names in the campaign list', async () => {
    const listed = (await readList()).find(({ campaign }) => campaign.id === campaignId);
    expect(listed?.templateName).toEqual({ first: OLD_NAME, current: NEW_NAME });
  });

  it('shows the original and current template names on the campaign’s pages', async () => {
    const view = unwrap(await harness.viewer(() => loadCampaign(campaignId)));
    expect(view).toMatchObject({ template: OLD_NAME, currentTemplate: NEW_NAME });
  });

  it('shows the original template name in the overview', async () => {
    const { lists } = unwrap(await harness.viewer(() => loadOverview(ZONE)));
    const listed = Object.values(lists).flatMap(({ entries }) => entries.map((entry) => entry.listed));
    expect(listed.length).toBeGreaterThan(0);
    expect(listed.every(({ templateName }) => templateName?.first !== undefined)).toBe(true);
    const renamed = listed.find(({ campaign }) => campaign.id === campaignId);
    expect(renamed?.templateName?.first ?? OLD_NAME).toBe(OLD_NAME);
  });

  it('shows the original template name to guests and in emails', async () => {
    const link = await createShareLink({ campaignId });
    const view = await newGuest().run(() => readGuestReview(link.token, callImmediately));
    expect(view).toMatchObject({ state: 'open', page: { ok: true, value: { title: OLD_NAME } } });
    const db = await store();
    await insertDecision(db, {
      shareLinkId: link.id,
      campaignId,
      decision: 'approved',
      name: 'Ann',
      email: 'ann@maple.example',
      fingerprint: 'any',
    });
    const member = await findMemberByEmail(db, 'sender@mailroom.test');
    if (!member) throw new Error('The sender is missing.');
    await db.update(shareLinks).set({ memberId: member.id }).where(eq(shareLinks.id, link.id));
    await queueNotification(db, 'guest.decided', link.id, member.id);
    const [notification] = await db.select().from(notifications).where(eq(notifications.about, link.id));
    if (!notification) throw new Error('No notification was queued.');
    expect(await composeNotificationEmail(db, notification, member)).toMatchObject({
      subject: `Approved: ${OLD_NAME} (#${campaignId})`,
    });
  });

  it('keeps the original template name after the template is deleted', async () => {
    const names = await harness.viewer(() =>
      readTemplateNames([{ id: campaignId, template_id: templateId }], new Map()),
    );
    expect(names.get(campaignId)).toEqual({ first: OLD_NAME, current: undefined });
  });
});

it('the template names of a campaign list are read with one SQL statement', async () => {
  const campaigns = [9_001, 9_002, 9_003].map((id) => ({ id, template_id: templateId }));
  const logSpy = vi.spyOn(NoopLogger.prototype, 'logQuery');
  await harness.viewer(() => readTemplateNames(campaigns, new Map([[templateId, NEW_NAME]])));
  const statements = logSpy.mock.calls.map((args: readonly unknown[]) => String(args[0]));
  expect(statements.filter((text) => text.includes('first_template_name'))).toHaveLength(1);
  logSpy.mockRestore();
});

it('the new name is returned only for a template that has been renamed', () => {
  expect(renamedTemplate({ first: 'Spring', current: 'Summer' })).toBe('Summer');
  expect(renamedTemplate({ first: 'Spring', current: 'Spring' })).toBeUndefined();
  expect(renamedTemplate({ first: 'Spring', current: undefined })).toBeUndefined();
  expect(renamedTemplate({ first: undefined, current: 'Summer' })).toBeUndefined();
});
