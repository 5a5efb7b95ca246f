/**
 * Losing a race for an invitation is an ordinary result, not an error, even in the production build. In that
 * build, pages and server actions are bundled with their own copies of drizzle-orm, so `instanceof` fails for
 * errors from another copy.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { TransactionRollbackError } from 'drizzle-orm';
import type * as drizzlePglite from 'drizzle-orm/pglite';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSetupLink, issueInvitation, parseInvitationToken } from '#lib/auth/invitation-link.ts';
import type { Database } from '#lib/database/open.ts';
import { promoteFirstAdmin, redeemInvitation } from '#lib/store/invitations.ts';
import { invitations, members } from '#lib/store/schema.ts';
import { prepareConsoleDatabase } from '../support/prepared-folder.ts';
import { ORIGIN, temporaryFolder, useSettings } from './support/settings.ts';

/** drizzle-orm's CommonJS build: a second copy of its classes, next to the one that lib/store imports. */
const otherCopy = createRequire(import.meta.url)('drizzle-orm/pglite') as typeof drizzlePglite;

const { folder, remove } = temporaryFolder();
let client: PGlite;
let db: Database;
beforeAll(async () => {
  useSettings({});
  await prepareConsoleDatabase(folder);
  client = await PGlite.create(join(folder, 'console/pgdata'));
  db = otherCopy.drizzle({ client });
});
beforeEach(async () => {
  await db.delete(members);
  await db.delete(invitations);
});
afterAll(async () => {
  await client.close();
  await remove();
});

const readInvitationRef = (link: string | null) =>
  parseInvitationToken((link ?? '').replace(`${ORIGIN}/join/`, ''));
const account = (email: string) => ({ email, name: 'Ada', passwordHash: 'scrypt' });

it('uses a copy of drizzle-orm whose rollback error fails instanceof', async () => {
  const error: unknown = await db.transaction(async (tx) => tx.rollback()).catch((reason: unknown) => reason);
  expect(String(error)).toContain('Rollback');
  expect(error).not.toBeInstanceOf(TransactionRollbackError);
});

it('adds one member and reports an invalid invitation to the other of two concurrent accepts', async () => {
  const { link } = await issueInvitation(db, { email: 'ada@mailroom.test', role: 'sender', by: null });
  const ref = await readInvitationRef(link);
  const results = await Promise.all(
    [1, 2].map(() => redeemInvitation(db, ref, account('ignored@x.example'))),
  );
  expect(results).toContain('invalid');
  expect(results).toContainEqual(expect.objectContaining({ email: 'ada@mailroom.test', role: 'sender' }));
  expect(await db.select().from(members)).toHaveLength(1);
});

it('makes one admin when a setup link is used twice simultaneously', async () => {
  const ref = await readInvitationRef(await createSetupLink(db));
  const results = await Promise.all(
    ['a@x.example', 'b@x.example'].map((email) => redeemInvitation(db, ref, account(email))),
  );
  expect(results).toContain('invalid');
  expect(results).toContainEqual(expect.objectContaining({ role: 'admin' }));
  expect(await db.select().from(members)).toHaveLength(1);
});

it('promotes one member when two members use the setup link simultaneously', async () => {
  const ref = await readInvitationRef(await createSetupLink(db));
  const rows = await db
    .insert(members)
    .values(['a@x.example', 'b@x.example'].map((email) => ({ email, role: 'viewer' as const })))
    .returning();
  const results = await Promise.all(rows.map(({ id }) => promoteFirstAdmin(db, ref, id)));
  expect(results.filter((row) => row === undefined)).toHaveLength(1);
  expect((await db.select().from(members)).filter(({ role }) => role === 'admin')).toHaveLength(1);
});

it('leaves the invitation unused when the email address belongs to a member', async () => {
  const { link, row } = await issueInvitation(db, { email: 'ada@mailroom.test', role: 'sender', by: null });
  await db.insert(members).values({ email: 'ada@mailroom.test', role: 'viewer' });
  const ref = await readInvitationRef(link);
  expect(await redeemInvitation(db, ref, account('ada@mailroom.test'))).toBe('already_member');
  expect(await db.select().from(invitations)).toEqual([row]);
});
