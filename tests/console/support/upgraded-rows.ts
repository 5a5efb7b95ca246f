/** The rows of `OLD_ROWS` after an upgrade to the current tables and columns. */
import { expect } from 'vitest';
import type { Database } from '#lib/database/open.ts';
import { activity } from '#lib/store/schema/activity.ts';
import { attempts } from '#lib/store/schema/attempts.ts';
import { campaignOwners } from '#lib/store/schema/campaigns.ts';
import { guestDecisions } from '#lib/store/schema/decisions.ts';
import { invitations } from '#lib/store/schema/invitations.ts';
import { leases } from '#lib/store/schema/leases.ts';
import { members } from '#lib/store/schema/members.ts';
import { notifications } from '#lib/store/schema/notifications.ts';
import { rateLimits } from '#lib/store/schema/rate-limits.ts';
import { sessions } from '#lib/store/schema/sessions.ts';
import { shareLinks, shareVisits } from '#lib/store/schema/share-links.ts';
import { teamSettings } from '#lib/store/schema/team-settings.ts';
import { AT, ATTEMPT, CHANGE, DECISION, LINK, MEMBER, PAYMENT, uuid } from './old-rows.ts';

const AT_DATE = new Date(AT);

/** The columns that migration 0010 adds are empty for attempts from before the migration. */
const NEW_ATTEMPT_COLUMNS = { customerId: null, serviceStartedAt: null, abandonedAt: null };

/** Expects to find every row from `OLD_ROWS` in the tables and columns with the current names. */
export async function expectUpgradedRows(db: Database): Promise<void> {
  expect(await db.select().from(members)).toEqual([
    {
      id: MEMBER,
      email: 'ada@example.com',
      name: 'Ada',
      passwordHash: 'scrypt',
      passwordChangedAt: null,
      hasShortPassword: false,
      identity: 'issuer ada',
      role: 'admin',
      timeZone: 'Europe/Zurich',
      // Migration 0014 adds this column.
      dateLocale: null,
      disabledAt: null,
      // Migration 0019 adds this column.
      deviceEpoch: 0,
      createdAt: AT_DATE,
    },
  ]);
  // Sessions from before the upgrade have ended.
  expect(await db.select().from(sessions)).toEqual([]);
  expect(await db.select().from(rateLimits)).toEqual([{ key: 'sign-in:x', points: 3, expire: AT_DATE }]);
  expect(await db.select().from(attempts).orderBy(attempts.id)).toMatchObject([
    {
      id: ATTEMPT,
      lockScope: 'mail',
      state: 'refused',
      settledBy: 'member',
      settledByMember: 'ada@example.com',
      before: { status: 'queued' },
      lastReading: { status: 'draft', scheduledAt: null },
      result: { link: 'https://pay.example' },
      readAt: AT_DATE,
      ...NEW_ATTEMPT_COLUMNS,
    },
    { lockScope: 'copy', state: 'unknown', settledBy: null, lastReading: null },
    { lockScope: 'mail', state: 'done', settledBy: 'answer' },
    { operation: 'payCampaign', ...NEW_ATTEMPT_COLUMNS, startedAt: AT_DATE },
  ]);
  // Entries from before migration 0018 are never deleted.
  const security = { about: null, details: null, requestId: null, keepUntil: null };
  const entry = {
    ...security,
    by: 'ada@example.com',
    from: '127.0.0.1',
    campaignId: 7,
    attemptId: ATTEMPT,
    at: AT_DATE,
  };
  expect(await db.select().from(activity).orderBy(activity.id)).toMatchObject([
    { ...entry, outcome: 'started', settledBy: null, resolvedBy: null },
    { ...entry, outcome: 'unknown', settledBy: null, resolvedBy: null },
    { ...entry, outcome: 'marked_failed', settledBy: 'member', resolvedBy: 'ada@example.com' },
    { ...entry, outcome: 'started', settledBy: null, resolvedBy: null },
    { ...entry, outcome: 'marked_done', settledBy: 'member', resolvedBy: 'ada@example.com' },
    { ...entry, outcome: 'done', settledBy: 'answer', resolvedBy: null },
    { ...entry, outcome: 'refused', settledBy: 'reading', resolvedBy: null },
    { ...entry, outcome: 'paid', settledBy: 'reading', resolvedBy: null },
    { operation: 'updateTemplate', outcome: 'done', templateId: 9, attemptId: CHANGE },
    { operation: 'updateCustomer', outcome: 'done', customerId: 70, oldEmail: null, newEmail: null },
    { operation: 'payCampaign', outcome: 'done', campaignId: 7, customerId: null, attemptId: PAYMENT },
  ]);
  expect(await db.select().from(leases)).toEqual([
    { name: 'reconciler', holder: uuid(6), expiresAt: AT_DATE },
  ]);
  expect(await db.select().from(campaignOwners)).toEqual([{ campaignId: 7, customerId: 70 }]);
  expect(await db.select().from(invitations)).toMatchObject([
    { id: uuid(7), tokenHash: 'hash-of-key', email: 'cy@example.com', role: 'sender', expiresAt: AT_DATE },
  ]);
  expect(await db.select().from(shareLinks)).toMatchObject([
    {
      id: LINK,
      tokenHash: 'hash-of-token',
      visibleParts: { price: true, recipients: false, metadata: false },
      fingerprints: { proof: 'p', designs: null, recipients: null, price: null },
      guestsDecide: true,
      memberId: MEMBER,
    },
  ]);
  expect(await db.select().from(shareVisits)).toEqual([
    { shareLinkId: LINK, visitor: '192.0.2.0/24', hour: AT_DATE, times: 4, lastAt: AT_DATE },
  ]);
  expect(await db.select().from(guestDecisions).orderBy(guestDecisions.id)).toMatchObject([
    {
      id: DECISION,
      shareLinkId: LINK,
      decision: 'changes',
      fingerprint: 'hash-of-content',
      comment: 'Larger',
      reportedAt: null,
    },
    { shareLinkId: LINK, decision: 'approved', comment: null, reportedAt: AT_DATE },
  ]);
  expect(await db.select().from(teamSettings)).toEqual([
    { id: 1, approvalRule: 'guest', approvalMinimum: null, secondFactorRule: 'none' },
  ]);
  expect(await db.select().from(notifications).orderBy(notifications.kind)).toMatchObject([
    // Notifications from before the notifications page existed count as read.
    {
      kind: 'attempt.review_needed',
      about: ATTEMPT,
      deliveryAttempts: 2,
      nextDeliveryAt: AT_DATE,
      readAt: expect.any(Date),
      occurredAt: AT_DATE,
      closedAt: null,
    },
    { kind: 'campaign.scheduled', deliveryAttempts: 1, closedAt: AT_DATE, digestAt: null, occasions: 1 },
    // Migration 0021 replaces the open notifications about decisions with one email for each share link.
    { kind: 'guest.decided', about: LINK, deliveryAttempts: 0, nextDeliveryAt: AT_DATE, closedAt: null },
  ]);
}
