/** Tests the form where members choose when to get emails about notifications. */
import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { notificationSettingsAction } from '#app/(console)/profile/actions.ts';
import { readOwnNotificationSettings } from '#lib/data/notifications.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { queryDigestNotifications } from '#lib/store/outbox.ts';
import { notifications } from '#lib/store/schema/notifications.ts';
import { submitFromPage } from './support/approval.ts';
import { setUpHarness } from './support/harness.ts';
import { SENDER, saveDecisionTwice, setUpNotifications } from './support/notifications.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
const { deliverAndListEmails } = setUpNotifications(harness);

describe('the notification settings form', () => {
  it('saves the browser’s time zone with the settings, and keeps stored choices that weren’t submitted', async () => {
    const save = (fields: Readonly<Record<string, string>>) =>
      submitFromPage(notificationSettingsAction, fields);
    await save({ digest_time: '17:30', 'guest.decided': 'off' });
    expect(await save({ digest_time: '7:05', 'campaign.paid_unsent': 'now' })).toMatchObject({ ok: true });
    const settings = await harness.sender(() => readOwnNotificationSettings());
    expect(settings).toMatchObject({
      value: {
        digestMinute: 425,
        zone: 'UTC',
        emails: { 'guest.decided': 'off', 'campaign.paid_unsent': 'now' },
        hasEmail: true,
      },
    });
  });

  it.each([
    [{ digest_time: '25:00' }, 'digest_time'],
    [{ digest_time: '' }, 'digest_time'],
    [{ digest_time: '08:00', 'guest.decided': 'weekly' }, 'guest.decided'],
    [{ digest_time: '08:00', 'campaign.due_unapproved': 'daily' }, 'campaign.due_unapproved'],
  ])('refuses %j with an error beside the field', async (fields, field) => {
    const state = await submitFromPage(notificationSettingsAction, fields as Record<string, string>);
    expect(state).toMatchObject({ fields: { [field]: expect.stringMatching(/^(Enter|Choose) .+\.$/) } });
  });

  it('doesn’t offer to turn off emails about access to the account', async () => {
    const state = await submitFromPage(notificationSettingsAction, {
      digest_time: '08:00',
      'factors.reset': 'off',
    });
    expect(state).toMatchObject({ message: expect.stringContaining('out of date') });
  });

  it('offers only events that the member has permission to read', async () => {
    const settings = await harness.viewer(() => readOwnNotificationSettings());
    expect(settings.ok && settings.value.events).toContain('guest.decided');
    expect(settings.ok && settings.value.events).not.toContain('service.key_rejected');
  });

  it('applies a new digest time to notifications that are already waiting for the digest', async () => {
    const db = await store();
    await submitFromPage(notificationSettingsAction, { digest_time: '08:00', 'guest.decided': 'daily' });
    const id = (await findMemberByEmail(db, SENDER))?.id ?? '';
    await saveDecisionTwice(db, id);
    await deliverAndListEmails();
    await submitFromPage(notificationSettingsAction, { digest_time: '09:15' });
    await deliverAndListEmails();
    const [row] = await db.select().from(notifications).where(eq(notifications.kind, 'guest.decided'));
    expect(row?.digestAt?.toISOString()).toMatch(/T09:15:00\.000Z$/);
    expect(await queryDigestNotifications(db, id)).toEqual([]);
  });
});
