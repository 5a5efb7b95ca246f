import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { charges, paymentLinks } from './schema.ts';

export type PaymentLink = typeof paymentLinks.$inferSelect;

export async function insertPaymentLink(
  tx: Database,
  campaignId: number,
  redirectUri: string,
  now: number,
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await tx.insert(paymentLinks).values({ token, campaignId, redirectUri, createdAt: new Date(now) });
  return token;
}

export async function findPaymentLink(db: Database, token: string): Promise<PaymentLink | undefined> {
  const [link] = await db.select().from(paymentLinks).where(eq(paymentLinks.token, token));
  return link;
}

export async function insertCharge(tx: Database, row: typeof charges.$inferInsert): Promise<void> {
  await tx.insert(charges).values(row);
}

/** Removes a canceled campaign's charge from the monthly invoice. */
export async function deleteInvoiceCharge(tx: Database, campaignId: number): Promise<void> {
  await tx.delete(charges).where(and(eq(charges.campaignId, campaignId), eq(charges.kind, 'invoice')));
}
