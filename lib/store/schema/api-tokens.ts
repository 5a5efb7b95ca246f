import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { TokenScope } from '#lib/domain/api-token.ts';
import { members } from './members.ts';
import { moment } from './moment.ts';

/**
 * The members' API tokens. Contains only a hash of each token, so a stolen database can't be used to call the
 * API. Expired and revoked tokens are kept for 30 days, so that members can see where a token was last used.
 */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    /** The token's last characters, which help members recognize the token. */
    ending: text('ending').notNull(),
    name: text('name').notNull(),
    scopes: text('scopes').array().$type<TokenScope[]>().notNull(),
    /**
     * The only customer whose data the token lets a program read and change. Null for a token without this
     * limit.
     */
    customerId: bigint('customer_id', { mode: 'number' }),
    /** The addresses and networks from which the token works. Empty if the token works from any address. */
    addresses: text('addresses').array().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    /**
     * When the token was last used. Written at most once a minute, except when the caller's address changes.
     * Null if the token was never used.
     */
    lastUsedAt: moment('last_used_at'),
    /** The caller's IP address at the latest recorded use. */
    lastUsedFrom: text('last_used_from'),
    revokedAt: moment('revoked_at'),
    /**
     * The email address of the member who revoked the token. Null if no member has revoked the token.
     */
    revokedBy: text('revoked_by'),
  },
  (table) => [
    index('api_tokens_by_member').on(table.memberId, table.createdAt),
    index('api_tokens_by_expiry').on(table.expiresAt),
  ],
);
