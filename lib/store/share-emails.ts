/**
 * The outbox for the emails that send share links to campaigns' customers. An email is queued in the
 * transaction that creates its link. Only one server sends the email, and only once. If that server dies
 * before it knows whether the email server accepted the email, the outcome is unknown.
 */
import 'server-only';
import { and, asc, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { settleItem } from './job-work.ts';
import { shareEmails, shareLinks } from './schema/share-links.ts';
import type { ShareLinkRow } from './share-links.ts';

export type ShareEmailRow = typeof shareEmails.$inferSelect;

/**
 * The first of the two numbers in a lock for sharing one campaign. Locks for other features have only one
 * number.
 */
const SHARING_LOCK = 7_131_909;

/** Makes concurrent jobs that share this campaign wait until the transaction ends, so that they see each other's links. */
export async function lockCampaignSharing(tx: Database, campaignId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SHARING_LOCK}, hashtext(${String(campaignId)}))`);
}

/** The states in which the customer has the email, may have it, or will get it. */
const NOT_FAILED = ['waiting', 'sending', 'sent', 'unknown'] as const;

/** Whether a still-valid link to the campaign was emailed to the address. */
export async function isSharedWith(db: Database, campaignId: number, address: string): Promise<boolean> {
  const rows = await db
    .select({ id: shareLinks.id })
    .from(shareLinks)
    .innerJoin(shareEmails, eq(shareEmails.shareLinkId, shareLinks.id))
    .where(
      and(
        eq(shareLinks.campaignId, campaignId),
        isNull(shareLinks.revokedAt),
        gt(shareLinks.expiresAt, sql`now()`),
        inArray(shareEmails.state, [...NOT_FAILED]),
        sql`lower(${shareEmails.to}) = lower(${address})`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Queues an email. Must be called in the transaction that creates the link. */
export async function insertShareEmail(
  tx: Database,
  email: Pick<ShareEmailRow, 'shareLinkId' | 'jobKey' | 'to' | 'message'>,
): Promise<void> {
  await tx.insert(shareEmails).values(email);
}

export interface TakenShareEmail {
  readonly email: ShareEmailRow;
  readonly link: ShareLinkRow;
}

/** Takes the most overdue email. From then on, no other server sends it. */
export async function takeDueShareEmail(db: Database): Promise<TakenShareEmail | undefined> {
  const due = db
    .select({ id: shareEmails.shareLinkId })
    .from(shareEmails)
    .where(and(eq(shareEmails.state, 'waiting'), lte(shareEmails.nextDeliveryAt, sql`now()`)))
    .orderBy(asc(shareEmails.nextDeliveryAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [email] = await db
    .update(shareEmails)
    .set({
      state: 'sending',
      takenAt: sql`now()`,
      deliveryAttempts: sql`${shareEmails.deliveryAttempts} + 1`,
    })
    // The query uses `=` instead of IN, as in the outbox for notifications.
    .where(sql`${shareEmails.shareLinkId} = (${due})`)
    .returning();
  if (!email) return undefined;
  const [link] = await db.select().from(shareLinks).where(eq(shareLinks.id, email.shareLinkId));
  if (!link) throw new Error('The email’s share link was not found.');
  return { email, link };
}

/** An email that this server took and that no other server has taken since. */
const isTaken = ({ shareLinkId, deliveryAttempts }: ShareEmailRow): SQL | undefined =>
  and(eq(shareEmails.shareLinkId, shareLinkId), eq(shareEmails.deliveryAttempts, deliveryAttempts));

/** Allows an email to be sent later if the email server certainly didn't accept it. */
export async function postponeShareEmail(db: Database, email: ShareEmailRow, ms: number): Promise<void> {
  await db
    .update(shareEmails)
    .set({ state: 'waiting', nextDeliveryAt: sql`now() + ${ms} * interval '1 millisecond'` })
    .where(and(isTaken(email), eq(shareEmails.state, 'sending')));
}

/**
 * Records what became of an email, and gives the job's item the same state. Must be called in a transaction.
 * @returns whether this call settled the email
 */
export async function settleShareEmail(
  tx: Database,
  email: ShareEmailRow,
  state: 'sent' | 'failed' | 'unknown',
  failure?: Failure,
): Promise<boolean> {
  // A server that was paused for a long time may learn only now that the email server accepted the email.
  const from = state === 'sent' ? (['sending', 'unknown'] as const) : (['sending'] as const);
  const rows = await tx
    .update(shareEmails)
    .set({ state })
    .where(and(isTaken(email), inArray(shareEmails.state, [...from])))
    .returning({ id: shareEmails.shareLinkId });
  if (rows.length === 0) return false;
  await settleItem(tx, email.jobKey, { state: ITEM_STATES[state], failure });
  return true;
}

const ITEM_STATES = { sent: 'done', failed: 'refused', unknown: 'unknown' } as const;

/**
 * Marks as unknown the emails whose server has stopped responding, because that server may have sent them.
 */
export function expireShareEmails(db: Database, ms: number): Promise<void> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .update(shareEmails)
      .set({ state: 'unknown' })
      .where(
        and(
          eq(shareEmails.state, 'sending'),
          lte(shareEmails.takenAt, sql`now() - ${ms} * interval '1 millisecond'`),
        ),
      )
      .returning({ jobKey: shareEmails.jobKey });
    for (const { jobKey } of rows) await settleItem(tx, jobKey, { state: 'unknown' });
  });
}
