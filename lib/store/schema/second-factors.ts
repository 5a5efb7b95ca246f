/** The members' passkeys, authenticator apps, and recovery codes. */
import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { members } from './members.ts';
import { moment } from './moment.ts';

/** Contains only public keys, so a stolen database can't be used to sign in. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The passkey's id, which the authenticator chose, in base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** The public key in the COSE format, in base64url. */
    publicKey: text('public_key').notNull(),
    /**
     * How many times the authenticator has used the passkey. Always 0 for authenticators that don't count.
     */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How browsers reach the authenticator, such as "internal" or "usb". */
    transports: jsonb('transports').$type<readonly string[]>().notNull(),
    /**
     * The browser and operating system in which the member created the passkey, such as "Firefox on Windows". Null if
     * unknown.
     */
    device: text('device'),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_by_member').on(table.memberId, table.createdAt)],
);

/** Each member has at most one app that is in use, and at most one that is being set up. */
export const authenticatorApps = pgTable(
  'authenticator_apps',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /**
     * The secret that the console shares with the app, sealed with a key derived from the console's secret.
     */
    sealedSecret: text('sealed_secret').notNull(),
    startedAt: moment('started_at').notNull().defaultNow(),
    /** When the member entered the first code. Null while the app is being set up. */
    confirmedAt: moment('confirmed_at'),
    /** The 30-second period of the last accepted code, counted since the epoch. Earlier codes are refused. */
    lastPeriod: bigint('last_period', { mode: 'number' }).notNull().default(0),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    uniqueIndex('authenticator_apps_in_use').on(table.memberId).where(sql`confirmed_at is not null`),
    uniqueIndex('authenticator_apps_in_setup').on(table.memberId).where(sql`confirmed_at is null`),
  ],
);

/** Members' unused recovery codes. Using a code deletes its row. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The code's first characters, which no other code of the same member has. */
    prefix: text('prefix').notNull(),
    /** The salted hash of the whole code. */
    codeHash: text('code_hash').notNull(),
  },
  (table) => [uniqueIndex('recovery_codes_by_member').on(table.memberId, table.prefix)],
);
