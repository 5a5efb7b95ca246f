/**
 * Expressions that the campaign index's database indexes and queries share. PostgreSQL uses an index on an expression
 * only if the query contains the same expression.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

type Columns<Name extends string> = Readonly<Record<Name, AnyPgColumn>>;

/**
 * The time that determines which period a campaign's amounts belong to: when it was sent, is scheduled to be
 * sent, or was created.
 */
export const spendingTime = ({
  sentAt,
  scheduledAt,
  createdAt,
}: Columns<'sentAt' | 'scheduledAt' | 'createdAt'>): SQL =>
  sql`coalesce(${sentAt}, ${scheduledAt}, ${createdAt})`;

/** Whether a campaign is a draft whose checkout hasn't been read since the draft last changed. */
export const isDraftUnread = ({
  isListed,
  status,
  checkoutReadAt,
  changedAt,
}: Columns<'isListed' | 'status' | 'checkoutReadAt' | 'changedAt'>): SQL =>
  sql`${isListed} and ${status} = 'draft' and (${checkoutReadAt} is null or ${checkoutReadAt} < ${changedAt})`;

/** Whether a campaign isn't a draft, and its checkout hasn't been read since the campaign last changed. */
export const isPaymentUnread = ({
  isListed,
  status,
  checkoutReadAt,
  changedAt,
}: Columns<'isListed' | 'status' | 'checkoutReadAt' | 'changedAt'>): SQL =>
  sql`${isListed} and ${status} is distinct from 'draft' and (${checkoutReadAt} is null or ${checkoutReadAt} < ${changedAt})`;
