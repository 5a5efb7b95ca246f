/** Tests that the list of events, its samples, the settings, and the documentation agree. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  isSecurityNotification,
  NOTIFICATION_EVENTS,
  notificationRule,
  OPTIONAL_EVENTS,
} from '#lib/domain/notification.ts';
import { NOTIFICATION_SAMPLES } from '#lib/domain/notification-samples.ts';
import { emailChoiceFor } from '#lib/domain/notification-settings.ts';
import { FACTOR_CHANGES } from '#lib/domain/second-factor.ts';
import { notificationEmail } from '#lib/email/templates/notification.ts';
import { describeNotification } from '#lib/format/notification.ts';
import { CHOICE_NAMES, EVENT_TEXTS } from '#lib/format/notification-event.ts';
import { notificationSettingsForm } from '#lib/forms/notification-settings-form.ts';
import { nextDigestAt } from '#lib/notifications/digest-time.ts';

const dateSettings = { zone: 'UTC', locale: 'en-US' };

it('docs/operations.md lists the same events, recipients, and choices as the code', async () => {
  const text = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const section = text.split('\n## Notifications\n')[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| `([\w.]+)` \| (.+) \| (.+) \| (.+) \|$/gm)].map((row) =>
    row.slice(1),
  );
  expect(rows).toEqual(
    NOTIFICATION_EVENTS.map((event) => [
      event,
      EVENT_TEXTS[event].name,
      EVENT_TEXTS[event].audience,
      notificationRule(event)
        .choices.map((choice) => CHOICE_NAMES[choice])
        .join(', '),
    ]),
  );
});

describe.each(NOTIFICATION_EVENTS)('%s', (event) => {
  const content = NOTIFICATION_SAMPLES[event];

  it('is named like "noun.past_tense" and has a sample', () => {
    expect(event).toMatch(/^[a-z_]+\.[a-z_]+$/);
    expect(content.event).toBe(event);
  });

  it('has a complete description on the page and in the email, with a link', () => {
    const { title, path } = describeNotification(event, content, dateSettings);
    const { subject, text, html } = notificationEmail(content, {
      origin: 'https://console.test',
      dateSettings,
    });
    expect(subject.length).toBeGreaterThan(5);
    expect(`${title} ${text}`).not.toMatch(/undefined|NaN|null/);
    expect(text).toContain(`https://console.test${path === '/activity' ? '/' : path}`);
    expect(html).toContain('Mailroom');
  });

  it('says that its subject no longer exists, and has no link', () => {
    expect(describeNotification(event, undefined, dateSettings)).toEqual({
      title: EVENT_TEXTS[event].name,
      text: 'No longer available.',
      path: null,
    });
    if (!('campaign' in content)) return;
    const deleted = { ...content, campaign: { ...content.campaign, isDeleted: true } };
    expect(describeNotification(event, deleted, dateSettings)).toMatchObject({
      text: expect.stringContaining('The campaign was deleted.'),
      path: null,
    });
  });
});

describe('the email choice for an event', () => {
  it('can’t turn off or delay emails about access to the account', () => {
    const security = NOTIFICATION_EVENTS.filter(isSecurityNotification);
    expect(security).toEqual(['api_token.created', 'calendar_feed.created', ...FACTOR_CHANGES]);
    for (const event of security) expect(emailChoiceFor({ emails: { [event]: 'off' } }, event)).toBe('now');
    expect(Object.keys(notificationSettingsForm.shape)).toEqual(['digest_time', ...OPTIONAL_EVENTS]);
  });

  it('is the default if the event doesn’t offer the stored choice', () => {
    expect(
      emailChoiceFor({ emails: { 'campaign.due_unapproved': 'daily' } }, 'campaign.due_unapproved'),
    ).toBe('now');
    expect(emailChoiceFor({ emails: {} }, 'campaign.paid_unsent')).toBe('daily');
    expect(emailChoiceFor({ emails: { 'campaign.paid_unsent': 'off' } }, 'campaign.paid_unsent')).toBe('off');
  });
});

describe('the time of the daily digest', () => {
  const next = (now: string, minute: number, zone: string) =>
    nextDigestAt(Date.parse(now), minute, zone).toISOString();

  it.each([
    ['later today', '2026-11-23T12:00:00Z', 480, 'America/New_York', '2026-11-23T13:00:00.000Z'],
    [
      'tomorrow at that very time',
      '2026-11-23T13:00:00Z',
      480,
      'America/New_York',
      '2026-11-24T13:00:00.000Z',
    ],
    ['on the member’s day', '2026-11-23T20:00:00Z', 60, 'Asia/Tokyo', '2026-11-24T16:00:00.000Z'],
    ['when the clocks go back', '2026-10-31T23:00:00Z', 90, 'America/New_York', '2026-11-01T05:30:00.000Z'],
    [
      'when the clocks skip that time',
      '2026-03-08T05:00:00Z',
      150,
      'America/New_York',
      '2026-03-08T07:30:00.000Z',
    ],
  ])('is %s', (_, now, minute, zone, expected) => {
    expect(next(now, minute, zone)).toBe(expected);
  });
});
