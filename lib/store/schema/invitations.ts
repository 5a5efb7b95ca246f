import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Role } from '#lib/domain/permissions.ts';
import { moment } from './moment.ts';

/** One-time links that let their recipients become members. Only the token's hash is stored. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    tokenHash: text('token_hash').notNull(),
    /**
     * The recipient's email address in lowercase. Null for the setup link, because the setup link's recipient
     * enters an address.
     */
    email: text('email'),
    role: text('role').$type<Role>().notNull(),
    /** The inviting member's email address when the invitation was sent. Null for the setup link. */
    by: text('by'),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    acceptedAt: moment('accepted_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [index('invitations_by_token').on(table.tokenHash)],
);
