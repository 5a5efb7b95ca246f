/** Tests that everything about a member can be exported and erased, and that the record of payments survives. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#lib/database/open.ts';
import { EVENT_DETAILS, loggableDetails } from '#lib/domain/security-event.ts';
import { type Erased, type ErasureOptions, eraseMember, readMemberData } from '#lib/store/member-data.ts';
import { store } from '#lib/store/open.ts';
import { COLUMN_KINDS, listColumns, MEMBER_ID_COLUMNS } from '#lib/store/personal-columns.ts';
import { activity } from '#lib/store/schema/activity.ts';
import { attempts } from '#lib/store/schema/attempts.ts';
import { guestDecisions } from '#lib/store/schema/decisions.ts';
import { invitations } from '#lib/store/schema/invitations.ts';
import { jobs } from '#lib/store/schema/jobs.ts';
import { members } from '#lib/store/schema/members.ts';
import { shareLinks } from '#lib/store/schema/share-links.ts';
import { titlesAndNotes } from '#lib/store/schema/titles-and-notes.ts';
import { addRowsAbout, canContainText, type Person, TABLES } from './support/every-table.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { dumpTables } from './support/tables.ts';

const harness = setUpHarness();
let db: Database;
let person: Person;
let people = 0;
beforeEach(async () => {
  harness.applySettings({});
  db = await store();
  const email = `ann+${people++}@example.com`;
  const name = `Ann “O'Neil” (${people})`;
  const { id } = await addMember(email, 'sender');
  await db.update(members).set({ name }).where(eq(members.id, id));
  person = { id, email, name, origin: `203.0.113.${100 + people}` };
});

const erase = (email = person.email, options: ErasureOptions = { nameInTexts: 'replace' }): Promise<Erased> =>
  db.transaction((tx) => eraseMember(tx, email, options));

const LINK = {
  campaignId: 1,
  nonce: 'n',
  label: 'For Grace',
  visibleParts: { price: false, recipients: false, metadata: false },
  guestsDecide: false,
  fingerprints: {} as never,
  expiresAt: new Date(),
};

const rename = (name: string) => db.update(members).set({ name }).where(eq(members.id, person.id));

/**
 * Adds entries by other people that contain the name in four ways: as a word, a role, a value, and another
 * person's name.
 */
async function addEntriesOfOthers(name: string) {
  const [tokenHash, by] = [crypto.randomUUID(), 'other@example.com'];
  const details = { role: name, campaigns: 1, verified: true, filters: name, title: 'Mail in May' };
  const id = 5_000 + people;
  await db
    .insert(activity)
    .values({ operation: 'campaign.title_changed', outcome: 'done', attemptId: tokenHash, by, details });
  await db.insert(titlesAndNotes).values({ campaignId: id, note: 'Mail in May', changedBy: by, revision: 1 });
  const [link] = await db
    .insert(shareLinks)
    .values({ ...LINK, tokenHash, by })
    .returning();
  const [decision] = await db
    .insert(guestDecisions)
    .values({
      shareLinkId: String(link?.id),
      campaignId: 1,
      name,
      email: by,
      decision: 'approved',
      fingerprint: 'f',
    })
    .returning();
  return async () => {
    const [entry] = await db.select().from(activity).where(eq(activity.attemptId, tokenHash));
    const [text] = await db.select().from(titlesAndNotes).where(eq(titlesAndNotes.campaignId, id));
    const [found] = await db
      .select()
      .from(guestDecisions)
      .where(eq(guestDecisions.id, String(decision?.id)));
    return { details: entry?.details, note: text?.note, name: found?.name };
  };
}

describe('the list of columns', () => {
  const columns = TABLES.flatMap((table) =>
    table.columns.map((column) => ({ table: table.name, name: column.name, column })),
  );

  it('says for each text column, and for no other column, whether the column can name a member', () => {
    const listed = Object.entries(COLUMN_KINDS).flatMap(([table, kinds]) =>
      listColumns(kinds).map((name) => `${table}.${name}`),
    );
    const existing = columns.filter(({ column }) => canContainText(column));
    expect(listed.toSorted()).toEqual(existing.map(({ table, name }) => `${table}.${name}`).toSorted());
  });

  it('contains every column with a member’s id', () => {
    const references = TABLES.flatMap((table) =>
      table.foreignKeys
        .map((key) => key.reference())
        .filter(({ foreignColumns: [to] }) => to === members.id)
        .flatMap(({ columns: from }) => from.map(({ name }) => `${table.name}.${name}`)),
    );
    const listed = Object.entries(MEMBER_ID_COLUMNS).flatMap(([table, names]) =>
      names.map((name) => `${table}.${name}`),
    );
    expect(listed.toSorted()).toEqual([...references, 'members.id'].toSorted());
  });

  it('lists a member’s own data only in rows that are deleted with the member', () => {
    const isDeleted = (table: string) =>
      table === 'members' ||
      TABLES.find(({ name }) => name === table)?.foreignKeys.some(
        (key) => key.reference().foreignColumns[0] === members.id && key.onDelete === 'cascade',
      );
    const tables = Object.keys(COLUMN_KINDS).filter((table) => COLUMN_KINDS[table]?.own);
    expect(tables.filter((table) => !isDeleted(table))).toEqual([]);
  });
});

it('lists every activity detail that must not appear in the log', () => {
  const { address = [], typed = [], composed = [] } = COLUMN_KINDS.activity?.json?.details ?? {};
  const listed = [...address, ...typed, ...composed];
  expect(listed.toSorted()).toEqual(
    EVENT_DETAILS.filter((name) => Object.keys(loggableDetails({ [name]: 'x' })).length === 0).toSorted(),
  );
});

describe('exporting a member', () => {
  it('returns every row about the member, without secrets', async () => {
    await addRowsAbout(db, person);
    const data = await readMemberData(db, person.email.toUpperCase());
    const expected = TABLES.filter(({ name }) => {
      const { address, typed, composed, caller, json } = COLUMN_KINDS[name] ?? {};
      return MEMBER_ID_COLUMNS[name] ?? address ?? typed ?? composed ?? caller ?? json;
    });
    expect(Object.keys(data ?? {}).toSorted()).toEqual(expected.map(({ name }) => name));
    expect(data?.members).toMatchObject([{ email: person.email, name: person.name, role: 'sender' }]);
    expect(JSON.stringify(data)).not.toMatch(/secret-|hash|nonce|public_key/);
    await db.delete(members).where(eq(members.id, person.id));
  });

  it('returns nothing about other people, and nothing at all for someone who isn’t a member', async () => {
    await addRowsAbout(db, {
      id: crypto.randomUUID(),
      email: 'jo@example.com',
      name: 'Jo',
      origin: '203.0.113.99',
    });
    const data = await readMemberData(db, person.email);
    expect(JSON.stringify(data)).not.toContain('jo@example.com');
    expect(await readMemberData(db, 'jo@example.com')).toBeUndefined();
  });
});

describe('erasing a member', () => {
  it('leaves neither the address nor the name in any table', async () => {
    await addRowsAbout(db, person);
    const before = await dumpTables();
    expect(before).toContain(person.email);
    const erased = await erase(person.email.toUpperCase());
    const { pseudonym } = erased as Extract<Erased, { result: 'erased' }>;
    expect(pseudonym).toMatch(/^former-member-[\da-f]{8}@erased\.invalid$/);
    const after = await dumpTables();
    // A longer address that contains the member’s address belongs to another person.
    expect(after).toContain(`not jo${person.email}.`);
    const rest = after.replaceAll(`jo${person.email}`, '');
    expect(rest).not.toContain(person.email);
    expect(rest).not.toContain(`(${people})`);
    expect(rest).not.toContain(person.origin);
    expect(rest).toContain(`Ask Former member (${pseudonym})`);
  });

  it.each(['May', 'sender', 'true', '1', 'Mail in May', 'a.*', '\\1', 'null', 'activity'])(
    'changes nothing about others if the member’s name is %s',
    async (name) => {
      await rename(name);
      const read = await addEntriesOfOthers(name);
      const before = await read();
      expect(before).toMatchObject({ note: 'Mail in May', details: { role: name } });
      expect(await erase(person.email, { nameInTexts: 'keep' })).toMatchObject({ result: 'erased' });
      expect(await read()).toEqual(before);
    },
  );

  it('replaces the name only in text that people typed, and only if the operator wants that', async () => {
    await rename('May');
    const read = await addEntriesOfOthers('May');
    const before = await read();
    const refused = await erase(person.email, {});
    expect(refused).toMatchObject({ result: 'name_in_texts', name: 'May' });
    expect(new Set((refused as { texts?: readonly string[] }).texts)).toEqual(new Set(['Mail in May']));
    expect(await read()).toEqual(before);
    expect(await erase()).toMatchObject({ result: 'erased' });
    expect(await read()).toEqual({
      ...before,
      details: { ...before.details, title: 'Mail in Former member' },
      note: 'Mail in Former member',
    });
  });

  it('keeps the IP address of another person who did something to the member', async () => {
    const entry = { operation: 'member.role_changed', outcome: 'done', about: person.email } as const;
    const attemptId = crypto.randomUUID();
    await db.insert(activity).values([
      { ...entry, attemptId, by: 'boss@example.com', from: '203.0.113.7' },
      { ...entry, attemptId, by: null, from: '203.0.113.8' },
    ]);
    await erase();
    const rows = await db.select().from(activity).where(eq(activity.attemptId, attemptId));
    expect(rows.map(({ from }) => from).toSorted()).toEqual(['203.0.113.7', null]);
  });

  it('keeps each event with its time and amount, and deletes the account', async () => {
    await addRowsAbout(db, person);
    const read = async () => {
      const { rows } = (await db.execute(
        sql`select a.id, a.amount, a.state, a.started_at, e.outcome, e.amount as entered, e.at
          from attempts a, activity e where a.by = e.by order by a.id, e.id`,
      )) as unknown as { rows: readonly unknown[] };
      return rows;
    };
    const counted = await Promise.all([db.$count(attempts), db.$count(activity), db.$count(shareLinks)]);
    const before = await read();
    expect(before.length).toBeGreaterThan(0);
    const { pseudonym } = (await erase()) as Extract<Erased, { result: 'erased' }>;
    expect(await read()).toEqual(before);
    expect(await Promise.all([db.$count(attempts), db.$count(activity), db.$count(shareLinks)])).toEqual(
      counted,
    );
    expect(await db.$count(attempts, eq(attempts.by, pseudonym))).toBe(1);
    expect(await db.$count(members, eq(members.id, person.id))).toBe(0);
    for (const table of TABLES.filter(({ name }) => COLUMN_KINDS[name]?.own && name !== 'members')) {
      const [column = ''] = MEMBER_ID_COLUMNS[table.name] ?? [];
      const { rows } = (await db.execute(
        sql`select 1 from ${sql.identifier(table.name)} where ${sql.identifier(column)} = ${person.id}`,
      )) as unknown as { rows: readonly unknown[] };
      expect(rows, table.name).toEqual([]);
    }
  });

  it('revokes open links and invitations, or gives the links to another member', async () => {
    const later = new Date(Date.now() + 86_400_000);
    const link = { ...LINK, expiresAt: later };
    const tokenHash = crypto.randomUUID();
    await db.insert(shareLinks).values({ ...link, tokenHash, memberId: person.id, by: person.email });
    await db
      .insert(invitations)
      .values({ tokenHash: 'h', email: person.email, role: 'admin', by: 'x', expiresAt: later });
    const { email: other } = await addMember(`other-${people}@example.com`, 'sender');
    expect(await erase(person.email, { transferTo: person.email })).toEqual({ result: 'not_recipient' });
    const erased = await erase(person.email, { transferTo: other });
    expect(erased).toMatchObject({ revokedAccess: { recipient: { email: other } } });
    expect(await db.select().from(shareLinks).where(eq(shareLinks.tokenHash, tokenHash))).toMatchObject([
      { revokedAt: null },
    ]);
    expect(await db.$count(invitations, sql`token_hash = 'h' and revoked_at is null`)).toBe(0);
  });

  it('is refused while an outcome is unknown or a job is running', async () => {
    const attempt = { campaignId: 77, operation: 'payAndSendCampaign', lockScope: 'mail' } as const;
    await db.insert(attempts).values({ ...attempt, state: 'unknown', by: person.email });
    await db
      .insert(jobs)
      .values({ action: {} as never, state: 'running', memberId: person.id, by: person.email });
    expect(await erase()).toEqual({ result: 'unfinished', attempts: 1, jobs: 1 });
    expect(await db.$count(members, eq(members.id, person.id))).toBe(1);
    await db.delete(attempts).where(eq(attempts.campaignId, 77));
    await db.update(jobs).set({ state: 'ended' });
    expect(await erase()).toMatchObject({ result: 'erased' });
  });

  it('is refused for the last admin, and for an address that isn’t a member’s', async () => {
    expect(await erase('admin@mailroom.test')).toEqual({ result: 'last_admin' });
    expect(await erase('stranger@example.com')).toEqual({ result: 'missing' });
    await addMember(`admin-${people}@example.com`, 'admin');
    expect(await erase('admin@mailroom.test')).toMatchObject({ result: 'erased' });
  });

  it('doesn’t allow other changes to the activity log', async () => {
    await addRowsAbout(db, person);
    const change = (value: string) =>
      db.transaction(async (tx) => {
        await eraseMember(tx, person.email, { nameInTexts: 'keep' });
        await tx.execute(sql`update activity set "by" = ${value}`);
      });
    const reasons = [
      await change('x').catch((error: Error) => error.cause),
      await db
        .transaction(async (tx) => {
          await tx.execute(sql`select set_config('mailroom.erases_member', 'on', true)`);
          await tx.execute(sql`update activity set amount = '$0.00'`);
        })
        .catch((error: Error) => error.cause),
    ];
    for (const reason of reasons) expect(String(reason)).toContain('append-only');
  });
});
