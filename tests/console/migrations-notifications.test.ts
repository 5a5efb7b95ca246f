/** Tests that notifications of each earlier kind keep their state, and that queued emails are still sent. */
import { join } from 'node:path';
import { asc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '#lib/database/open.ts';
import { isNotificationEvent, NOTIFICATION_EVENTS } from '#lib/domain/notification.ts';
import { openStore } from '#lib/store/open.ts';
import { takeDueNotification } from '#lib/store/outbox.ts';
import { notifications } from '#lib/store/schema/notifications.ts';
import { copyMigrations } from './support/old-migrations.ts';
import { temporaryFolder } from './support/settings.ts';

const LAST_OLD_MIGRATION = '0035_payment_runs';
const MEMBER = '00000000-0000-4000-8000-000000000001';
const AT = '2026-11-20T15:00:00.000Z';

/** The earlier kinds and their current names. */
const KINDS = {
  needs_review: 'attempt.review_needed',
  sent: 'campaign.scheduled',
  unscheduled: 'campaign.unscheduled',
  decisions: 'guest.decided',
  api_token_created: 'api_token.created',
  calendar_feed_created: 'calendar_feed.created',
  passkey_added: 'passkey.added',
  passkey_removed: 'passkey.removed',
  app_added: 'app.added',
  app_removed: 'app.removed',
  recovery_code_used: 'recovery_code.used',
  recovery_codes_replaced: 'recovery_codes.replaced',
  factors_reset: 'factors.reset',
};

const data = temporaryFolder();
let opened: OpenDatabase;
beforeAll(async () => {
  const migrations = copyMigrations(data.folder, LAST_OLD_MIGRATION);
  const old = await openDatabase({ url: undefined, folder: join(data.folder, 'console'), migrations });
  await old.db.execute(
    sql`insert into members (id, email, role) values (${MEMBER}, 'ada@example.com', 'admin')`,
  );
  for (const closedAt of [null, AT])
    for (const kind of Object.keys(KINDS))
      await old.db.execute(sql`insert into notifications
        (kind, about, member_id, created_at, delivery_attempts, next_delivery_at, not_before, closed_at)
        values (${kind}, ${crypto.randomUUID()}, ${MEMBER}, ${AT}, 2, ${AT}, ${AT}, ${closedAt})`);
  await old.close();
  opened = await openStore({ databaseUrl: undefined, dataFolder: data.folder });
});
afterAll(async () => {
  await opened.close();
  await data.remove();
});

it('every earlier kind has a current name, and queued emails stay queued', async () => {
  const rows = await opened.db.select().from(notifications).orderBy(asc(notifications.kind));
  const names = Object.values(KINDS);
  expect(names.every(isNotificationEvent)).toBe(true);
  for (const isOpen of [true, false]) {
    const those = rows.filter(({ closedAt }) => (closedAt === null) === isOpen);
    expect(those.map(({ kind }) => kind)).toEqual(names.toSorted());
  }
  for (const row of rows)
    expect(row).toMatchObject({
      about: expect.stringMatching(/^[\da-f-]{36}$/),
      deliveryAttempts: 2,
      nextDeliveryAt: new Date(AT),
      notBefore: new Date(AT),
      occurredAt: new Date(AT),
      occasions: 1,
      readAt: expect.any(Date),
      digestAt: null,
    });
  expect(NOTIFICATION_EVENTS).toEqual(expect.arrayContaining(names));
});

it('the queued emails are due', async () => {
  const taken = new Set<string>();
  for (let row = await takeDueNotification(opened.db); row; row = await takeDueNotification(opened.db))
    taken.add(row.kind);
  expect([...taken].toSorted()).toEqual(Object.values(KINDS).toSorted());
});
