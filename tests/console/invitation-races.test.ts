/**
 * Tests that losing a race for an invitation is an expected result, not an exception, even in the
 * production build. The production build bundles several copies of drizzle-orm, so `instanceof` fails for an
 * error from another copy.
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
import { invitations } from '#lib/store/schema/invitations.ts';
import { members } from '#lib/store/schema/members.ts';
import { prepareConsoleDatabase } from '../support/prepared-folder.ts';
import { ORIGIN, temporaryFolder, useSettings } from './support/settings.ts';

/**
 * The CommonJS build of drizzle-orm. The classes in this build differ from the classes that lib/store
 * imports.
 */
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

it('the bundled database’s rollback error isn’t an instance of the imported error class', async () => {
  const error: unknown = await db.transaction(async (tx) => tx.rollback()).catch((reason: unknown) => reason);
  expect(String(error)).toContain('Rollback');
  expect(error).not.toBeInstanceOf(TransactionRollbackError);
});

it('only one member is added when two people accept an invitation at the same time', async () => {
  const { link } = await issueInvitation(db, { email: 'ada@mailroom.test', role: 'sender', by: null });
  const ref = await readInvitationRef(link);
  const results = await Promise.all(
    [1, 2].map(() => redeemInvitation(db, ref, account('ignored@x.example'))),
  );
  expect(results).toContain('invalid');
  expect(results).toContainEqual(expect.objectContaining({ email: 'ada@mailroom.test', role: 'sender' }));
  expect(await db.select().from(members)).toHaveLength(1);
});

it('only one admin is added when a setup link is used twice at the same time', async () => {
  const ref = await readInvitationRef(await createSetupLink(db));
  const results = await Promise.all(
    ['a@x.example', 'b@x.example'].map((email) => redeemInvitation(db, ref, account(email))),
  );
  expect(results).toContain('invalid');
  expect(results).toContainEqual(expect.objectContaining({ role: 'admin' }));
  expect(await db.select().from(members)).toHaveLength(1);
});

it('only one member becomes an admin when two members use the setup link at the same time', async () => {
  const ref = await readInvitationRef(await createSetupLink(db));
  const rows = await db
    .insert(members)
    .values(['a@x.example', 'b@x.example'].map((email) => ({ email, role: 'viewer' as const })))
    .returning();
  const results = await Promise.all(rows.map(({ id }) => promoteFirstAdmin(db, ref, id)));
  expect(results.filter((row) => row === undefined)).toHaveLength(1);
  expect((await db.select().from(members)).filter(({ role }) => role === 'admin')).toHaveLength(1);
});

it('an invitation remains unused if the email address already belongs to a member', async () => {
  const { link, row } = await issueInvitation(db, { email: 'ada@mailroom.test', role: 'sender', by: null });
  await db.insert(members).values({ email: 'ada@mailroom.test', role: 'viewer' });
  const ref = await readInvitationRef(link);
  expect(await redeemInvitation(db, ref, account('ada@mailroom.test'))).toBe('already_member');
  expect(await db.select().from(invitations)).toEqual([row]);
});
