/**
 * Queues notifications for members. A queued notification appears on the member's page at once, and its email
 * waits in the outbox.
 */
import 'server-only';
import { and, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { AttemptOperation } from '#lib/domain/attempt.ts';
import { type NotificationEvent, notificationRule } from '#lib/domain/notification.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { env } from '#lib/env/env.ts';
import { attempts } from './schema/attempts.ts';
import { members } from './schema/members.ts';
import { notifications } from './schema/notifications.ts';

export type NotificationRow = typeof notifications.$inferSelect;

export const minutes = (count: number) => sql`${count} * interval '1 minute'`;

interface Recipient {
  /** The notification's subject. See the column. */
  readonly about: string;
  readonly memberId: string;
}

/**
 * Queues a notification. Does nothing if the event can happen only once and the notification is already queued.
 * Must be called in the transaction that writes the row that the notification is about.
 * @param memberId the member's id, or null if the member was deleted
 * @param delayMinutes the minimum wait before the email is sent
 */
export async function queueNotification(
  tx: Database,
  event: NotificationEvent,
  about: string,
  memberId: string | null,
  delayMinutes = 0,
): Promise<void> {
  if (memberId !== null) await queueNotifications(tx, event, [{ about, memberId }], delayMinutes);
}

/**
 * Queues a notification for a member. If the member was deleted or disabled, or is no longer allowed to read
 * about the event, queues the notification for all admins instead.
 */
export async function queueForReader(
  tx: Database,
  event: NotificationEvent,
  about: string,
  memberId: string | null,
): Promise<void> {
  const [member] =
    memberId === null ? [] : await tx.select().from(members).where(eq(members.id, memberId)).limit(1);
  const memberIds = member && isReader(member, event) ? [member.id] : await queryAdmins(tx);
  await queueNotifications(
    tx,
    event,
    memberIds.map((id) => ({ about, memberId: id })),
  );
}

const isReader = (
  { role, disabledAt }: Pick<typeof members.$inferSelect, 'role' | 'disabledAt'>,
  event: NotificationEvent,
): boolean => disabledAt === null && isAllowed(role, notificationRule(event).permission);

/** The number of rows in a statement. PostgreSQL allows 65,535 parameters in one. */
const MAX_ROWS = 1_000;

/** Queues notifications for several members. */
export async function queueNotifications(
  tx: Database,
  event: NotificationEvent,
  recipients: readonly Recipient[],
  delayMinutes = 0,
): Promise<void> {
  for (let i = 0; i < recipients.length; i += MAX_ROWS)
    await insertNotifications(tx, event, recipients.slice(i, i + MAX_ROWS), delayMinutes);
}

async function insertNotifications(
  tx: Database,
  event: NotificationEvent,
  recipients: readonly Recipient[],
  delayMinutes: number,
): Promise<void> {
  const due = sql`now() + ${minutes(delayMinutes)}`;
  const closedAt = env().email ? null : sql`now()`;
  const insert = tx
    .insert(notifications)
    .values(recipients.map((recipient) => ({ kind: event, ...recipient, nextDeliveryAt: due, closedAt })));
  const { minutesBetween } = notificationRule(event);
  if (minutesBetween === null) {
    await insert.onConflictDoNothing();
    return;
  }
  await insert.onConflictDoUpdate({
    target: [notifications.kind, notifications.about, notifications.memberId],
    set: { ...reopen(due, minutesBetween), closedAt },
  });
}

/** Makes a notification unread and its email pending again. */
function reopen(due: SQL, minutesBetween: number) {
  const { notBefore, nextDeliveryAt, deliveryAttempts, occasions, closedAt, digestAt } = notifications;
  // A row can also be closed without an email, for example because no email server was configured.
  const afterLast = sql`case when ${deliveryAttempts} > 0 then ${closedAt} + ${minutes(minutesBetween)} else now() end`;
  return {
    occurredAt: sql`now()`,
    occasions: sql`${occasions} + 1`,
    readAt: null,
    digestAt: sql`case when ${closedAt} is null then ${digestAt} end`,
    deliveryAttempts: sql`case when ${closedAt} is null then ${deliveryAttempts} else 0 end`,
    notBefore: sql`case when ${closedAt} is null then ${notBefore} else ${afterLast} end`,
    // Don't reschedule an email that is being sent or is waiting for another delivery attempt.
    nextDeliveryAt: sql`case
      when ${closedAt} is not null then greatest(${due}, ${afterLast})
      when ${deliveryAttempts} = 0 then least(${nextDeliveryAt}, greatest(${due}, ${notBefore}))
      else ${nextDeliveryAt} end`,
  };
}

const SENDING: readonly AttemptOperation[] = [
  'sendCampaign',
  'sendCampaignOnInvoice',
  'payAndSendCampaign',
  'rescheduleCampaign',
];

/**
 * If the attempt sent the campaign, notifies the member who started the attempt. The notification about a job's end
 * covers the job's campaigns, except those that weren't sent as agreed.
 */
export async function queueSentNotification(
  tx: Database,
  { id, state, operation, memberId, itemKind, result }: typeof attempts.$inferSelect,
): Promise<void> {
  const isCovered = itemKind === 'job' && !result?.mismatch;
  if (state === 'done' && SENDING.includes(operation) && !isCovered)
    await queueNotification(tx, 'campaign.scheduled', id, memberId);
}

/**
 * Tells all admins and the member who rescheduled the campaign that it was canceled but not scheduled again.
 */
export async function queueUnscheduledNotification(
  tx: Database,
  { id, memberId }: typeof attempts.$inferSelect,
): Promise<void> {
  const isRecipient = or(memberId === null ? undefined : eq(members.id, memberId), eq(members.role, 'admin'));
  const rows = await tx
    .select({ memberId: members.id })
    .from(members)
    .where(and(isRecipient, isNull(members.disabledAt)));
  const recipients = rows.map((row) => ({ about: id, ...row }));
  await queueNotifications(tx, 'campaign.unscheduled', recipients);
}

/**
 * Queues the same notifications for reschedules whose second call has had an unknown outcome for at least
 * `unknownForMs`, while the campaign is still a draft. The campaign might never be sent.
 */
export async function queueLateRescheduleNotifications(db: Database, unknownForMs: number): Promise<void> {
  const late = await db
    .select()
    .from(attempts)
    .where(
      and(
        eq(attempts.state, 'unknown'),
        eq(attempts.operation, 'rescheduleCampaign'),
        sql`${attempts.reschedule} ->> 'part' = 'send'`,
        sql`${attempts.lastReading} ->> 'status' = 'draft'`,
        lte(attempts.startedAt, sql`now() - ${unknownForMs} * interval '1 millisecond'`),
      ),
    );
  for (const row of late) await queueUnscheduledNotification(db, row);
}

/**
 * Queues notifications about attempts whose outcome has been unknown for at least `unknownForMs`. For each
 * attempt, all admins and the member who started the attempt are notified once.
 */
export async function queueReviewNotifications(db: Database, unknownForMs: number): Promise<void> {
  const needsReview = and(
    eq(attempts.state, 'unknown'),
    lte(attempts.startedAt, sql`now() - ${unknownForMs} * interval '1 millisecond'`),
    sql`not exists (select 1 from ${notifications} where ${notifications.kind} = 'attempt.review_needed' and ${notifications.about} = ${attempts.id}::text)`,
  );
  const isRecipient = sql`(${members.id} = ${attempts.memberId} or ${members.role} = 'admin') and ${members.disabledAt} is null`;
  const recipients = await db
    .select({ about: sql<string>`${attempts.id}::text`, memberId: members.id })
    .from(attempts)
    .innerJoin(members, isRecipient)
    .where(needsReview);
  await queueNotifications(db, 'attempt.review_needed', recipients);
}

/** Returns the ids of the admins who aren't disabled. */
export async function queryAdmins(db: Database): Promise<readonly string[]> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.role, 'admin'), isNull(members.disabledAt)));
  return rows.map(({ id }) => id);
}

/** Tells all admins that jobs were stopped because the members who created them lost permission. */
export async function queueStoppedNotifications(tx: Database, jobIds: readonly number[]): Promise<void> {
  const admins = await queryAdmins(tx);
  const recipients = jobIds.flatMap((id) => admins.map((memberId) => ({ about: String(id), memberId })));
  await queueNotifications(tx, 'job.stopped', recipients);
}

/** Attempts that make a member responsible for what happens next to a paid or queued campaign. */
const RESPONSIBLE: readonly AttemptOperation[] = [...SENDING, 'payCampaign', 'cancelCampaign'];

/**
 * Returns the member who last paid for, sent, or canceled each campaign, by campaign id. Leaves out members who were
 * disabled or deleted.
 * @param event also leaves out members whose role doesn't allow them to read notifications about this event
 */
export async function queryResponsibleMembers(
  db: Database,
  campaignIds: readonly number[],
  event?: NotificationEvent,
): Promise<ReadonlyMap<number, string>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([attempts.campaignId], {
      campaignId: attempts.campaignId,
      memberId: members.id,
      role: members.role,
      disabledAt: members.disabledAt,
    })
    .from(attempts)
    .leftJoin(members, eq(members.id, attempts.memberId))
    .where(
      and(
        inArray(attempts.campaignId, [...campaignIds]),
        inArray(attempts.operation, [...RESPONSIBLE]),
        eq(attempts.state, 'done'),
      ),
    )
    .orderBy(attempts.campaignId, sql`${attempts.startedAt} desc`);
  return new Map(
    rows.flatMap(({ campaignId, memberId, role, disabledAt }) => {
      if (memberId === null || role === null || disabledAt !== null) return [];
      return event && !isReader({ role, disabledAt }, event) ? [] : [[campaignId, memberId] as const];
    }),
  );
}
