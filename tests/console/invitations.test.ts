/** Invitations: a link works once, for a while, for one address; every other link answers as if there were none. */
import { createHash } from 'node:crypto';
import { NextRequest } from 'next/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { inviteAction, renewAction, withdrawAction } from '#app/(console)/team/actions.ts';
import { joinAction, leaveAction } from '#app/join/[seal]/actions.ts';
import { verifyPassword } from '#lib/auth/password.ts';
import { seal, unseal } from '#lib/auth/seals.ts';
import { getMember } from '#lib/auth/session.ts';
import { issueToken, sessionCookie } from '#lib/auth/session-token.ts';
import { invite, type MadeInvitation, readInvitation, readInvitations } from '#lib/data/invitations.ts';
import type { Database, OpenDatabase } from '#lib/database/open.ts';
import type { FormState } from '#lib/form-state.ts';
import { namedBy, newInvitation, setUpLink } from '#lib/invitations/link.ts';
import { acceptInvitation, liveInvitation, takeInvitationOf } from '#lib/store/invitations.ts';
import { memberByEmail } from '#lib/store/members.ts';
import { openStore, store } from '#lib/store/open.ts';
import { invitations, members } from '#lib/store/schema.ts';
import { countTry } from '#lib/store/tries.ts';
import { middleware } from '../../middleware.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { startMailServer } from '../support/smtp.ts';
import { submit } from './support/forms.ts';
import { type Harness, startHarness } from './support/harness.ts';
import { addMember, nobody, signedIn } from './support/people.ts';
import { prepareStore } from './support/prepared-store.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN, temporaryFolder } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(() => harness.settings({}));
afterAll(() => harness.close());

let count = 0;
const newAddress = () => `guest-${++count}@mailroom.test`;

const sealOf = (link: string) => link.replace(`${ORIGIN}/join/`, '');

/** Invites somebody whom nobody knows, as the harness's admin. */
async function invited(role: 'viewer' | 'sender' | 'admin' = 'sender'): Promise<MadeInvitation> {
  const made = await harness.admin(() => invite(newAddress(), role));
  if (!made.ok) throw new Error('An admin may invite.');
  return made.value;
}

const PASSWORD = 'a password of their own';

/** What comes of the form on an invitation's page, and the cookies with it. */
const join = (
  link: string,
  fields: Readonly<Record<string, string>> = {},
  headers: Record<string, string> = { origin: 'null', 'sec-fetch-site': 'same-origin' },
) =>
  inRequest({ headers }, async ({ cookies }) => ({
    answer: await submit(joinAction, { seal: sealOf(link), name: 'Ada', password: PASSWORD, ...fields }),
    cookies: cookies.set_,
  }));

const look = (link: string) => nobody(() => readInvitation(sealOf(link)));

/** As the form of an admin's page. */
async function asAdmin(action: Parameters<typeof submit>[0], fields: Readonly<Record<string, string>>) {
  const admin = await memberByEmail(await store(), 'admin@mailroom.test');
  const cookies = admin ? { [sessionCookie()]: await issueToken(admin) } : {};
  return (await inRequest({ headers: { origin: ORIGIN }, cookies }, () =>
    submit(action, fields),
  )) as FormState;
}

const tables = async () => {
  const db = await store();
  return JSON.stringify([await db.select().from(invitations), await db.select().from(members)]);
};

describe('an invitation', () => {
  it('tells who invites to what, and makes a member of that role who is signed in', async () => {
    const { link, email, expiresAt } = await invited('sender');
    expect(await look(link)).toEqual({
      email,
      role: 'sender',
      by: 'admin@mailroom.test',
      expiresAt,
      isMember: false,
      signedInAs: null,
      provider: null,
    });
    const { answer, cookies } = await join(link);
    expect(answer).toEqual({ to: '/' });
    const session = { [sessionCookie()]: cookies[0]?.value ?? '' };
    expect(await inRequest({ cookies: session }, getMember)).toMatchObject({
      email,
      name: 'Ada',
      role: 'sender',
    });
    const row = await memberByEmail(await store(), email);
    expect(await verifyPassword(PASSWORD, row?.passwordHash)).toBe(true);
  });

  it('has a key of 256 bits, of which only a hash is kept', async () => {
    const { link } = await invited();
    const opened = await unseal('invitation', sealOf(link));
    expect(Buffer.from(opened?.key ?? '', 'base64url')).toHaveLength(32);
    const kept = await tables();
    expect(kept).not.toContain(opened?.key);
    expect(kept).not.toContain(sealOf(link));
    expect(kept).toContain(
      createHash('sha256')
        .update(opened?.key ?? '')
        .digest('base64url'),
    );
  });

  it('lasts seven days', async () => {
    const { expiresAt } = await invited();
    expect(expiresAt - Date.now()).toBeGreaterThan(7 * 86_400_000 - 60_000);
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(7 * 86_400_000);
  });

  it('makes one member, however often it is used at once', async () => {
    const { link, email } = await invited('viewer');
    const done = await Promise.all(Array.from({ length: 20 }, () => join(link)));
    const outcomes = done.map(({ answer }) => JSON.stringify(answer));
    expect(outcomes.filter((answer) => answer === '{"to":"/"}')).toHaveLength(1);
    expect(done.flatMap(({ cookies }) => cookies)).toHaveLength(1);
    const rows = await (await store()).select().from(members);
    expect(rows.filter((row) => row.email === email)).toHaveLength(1);
    expect((await join(link)).answer).toEqual({ status: 404 });
  });

  it('is tried ten times a quarter of an hour at most', async () => {
    const { link, email } = await invited('viewer');
    await addMember(email, 'viewer');
    const { id } = await namedBy(sealOf(link));
    const db = await store();
    for (let i = 0; i < 9; i++) expect(await countTry(db, 'invitation', id)).toBe(true);
    expect((await join(link)).answer).toMatchObject({ message: expect.stringMatching(/^There is a member/) });
    expect((await join(link)).answer).toMatchObject({ message: expect.stringMatching(/^Too many tries/) });
  });

  it('says what is missing beside its field, and gives no password back', async () => {
    const { link } = await invited();
    const { answer } = await join(link, { name: ' ', password: 'short' });
    expect(answer).toEqual({
      fields: { name: 'Give your name.', password: 'That is too short: at least 8 characters.' },
      values: { seal: sealOf(link), name: ' ' },
    });
    const { answer: strange } = await join(link, { name: 'Ada\nBcc: x', role: 'admin' });
    expect(strange).toMatchObject({ fields: { name: 'One line, please.', role: expect.any(String) } });
    expect(await look(link)).not.toBeNull();
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a frame of another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['nowhere', {}],
  ])('is not accepted by a form from %s', async (_, headers) => {
    const { link } = await invited();
    expect((await join(link, {}, headers)).answer).toMatchObject({ failure: { kind: 'forbidden' } });
    expect(await look(link)).not.toBeNull();
  });

  it('for who is a member meanwhile leads to signing in, and stays unused', async () => {
    const { link, email } = await invited('admin');
    const member = await addMember(email, 'viewer');
    expect(await look(link)).toMatchObject({ isMember: true });
    expect((await join(link)).answer).toMatchObject({ message: expect.stringMatching(/Sign in instead/) });
    expect(await memberByEmail(await store(), email)).toEqual(member);
    expect(await look(link)).toMatchObject({ isMember: true });
  });

  it('tells whoever is signed in as somebody else, who can leave that session and come back', async () => {
    const { link } = await invited();
    const somebody = await addMember('somebody-else@mailroom.test', 'viewer');
    const who = await signedIn(somebody);
    expect(await who(() => readInvitation(sealOf(link)))).toMatchObject({
      signedInAs: 'somebody-else@mailroom.test',
    });
    await inRequest({ headers: { origin: ORIGIN } }, async ({ cookies }) => {
      expect(await submit(leaveAction, { seal: sealOf(link) })).toEqual({
        to: `/join/${encodeURIComponent(sealOf(link))}`,
      });
      expect(cookies.set_).toEqual([{ name: sessionCookie(), value: '' }]);
    });
  });

  it('names the provider where there are no passwords, and is accepted by no form then', async () => {
    const { link, email } = await invited();
    harness.settings({
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'mailroom',
      OIDC_CLIENT_SECRET: 'a-secret',
      OIDC_NAME: 'Example ID',
      PASSWORD_SIGN_IN: 'false',
    });
    expect(await look(link)).toMatchObject({ provider: 'Example ID' });
    expect((await join(link)).answer).toEqual({ status: 404 });
    const db = await store();
    expect(await takeInvitationOf(db, email.toUpperCase())).toMatchObject({ email, role: 'sender' });
    expect(await takeInvitationOf(db, email)).toBeUndefined();
    expect(await look(link)).toBeNull();
  });
});

describe('a link that opens nothing', () => {
  async function used() {
    const { link } = await invited();
    await join(link);
    return link;
  }
  async function expired() {
    const { link } = await invited();
    const { id } = await namedBy(sealOf(link));
    await (await store()).execute(
      `update invitations set expires_at = now() - interval '1 second' where id = '${id}'`,
    );
    return link;
  }
  async function withdrawn() {
    const { link } = await invited();
    const { id } = await namedBy(sealOf(link));
    expect(await asAdmin(withdrawAction, { id })).toEqual({ ok: true });
    return link;
  }
  async function renewed() {
    const { link } = await invited();
    const { id } = await namedBy(sealOf(link));
    expect((await asAdmin(renewAction, { id })).link).not.toBe(link);
    return link;
  }
  async function altered() {
    const { link } = await invited();
    const at = link.length - 10;
    return `${link.slice(0, at)}${link[at] === 'A' ? 'B' : 'A'}${link.slice(at + 1)}`;
  }
  /** A seal of ours, with another key. */
  async function guessed() {
    const { link } = await invited();
    const { id } = await namedBy(sealOf(link));
    const text = await seal('invitation', { invitation: id, key: 'A'.repeat(43) }, 60_000);
    return `${ORIGIN}/join/${text}`;
  }
  const ofAnotherKind = async () =>
    `${ORIGIN}/join/${await seal('unlocked-share', { share: crypto.randomUUID(), epoch: '' }, 60_000)}`;
  const tooLong = async () => `${(await invited()).link}${'A'.repeat(5_000)}`;
  const none = async () => `${ORIGIN}/join/nothing`;
  const deeper = async () => `${(await invited()).link}/more`;

  const kinds = { used, expired, withdrawn, renewed, altered, guessed, ofAnotherKind, tooLong, none, deeper };

  it.each(Object.entries(kinds))('is refused when %s', async (_, make) => {
    const link = await make();
    expect(await look(link)).toBeNull();
    const before = await (await store()).select().from(members);
    const { answer, cookies } = await join(link);
    // Longer than any link of ours, it isn't even looked for.
    if (make === tooLong) expect(answer).toMatchObject({ fields: { seal: expect.any(String) } });
    else expect(answer).toEqual({ status: 404 });
    expect(cookies).toEqual([]);
    expect(await (await store()).select().from(members)).toEqual(before);
  });

  it('is always answered with the same bytes and headers, and none of them changes anything', async () => {
    const links = await Promise.all(Object.values(kinds).map((make) => make()));
    const before = await tables();
    const answers = [];
    for (const link of [...links, `${ORIGIN}/join`, `${ORIGIN}/join/`, `${ORIGIN}/join/%zz`]) {
      const response = await middleware(new NextRequest(link));
      answers.push(
        JSON.stringify([response.status, [...response.headers].toSorted(), await response.text()]),
      );
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^\[404,.*can’t be used any more/);
    for (const part of ['no-store', 'no-referrer', 'noindex']) expect(answers[0]).toContain(part);
    expect(await tables()).toBe(before);
  });

  it('asks the database once, as a link that opens something does', async () => {
    const db = await store();
    const asked = vi.spyOn(db, 'select');
    onTestFinished(() => asked.mockRestore());
    const good = (await invited()).link;
    const links = await Promise.all(Object.values(kinds).map((make) => make()));
    for (const link of [good, ...links]) {
      asked.mockClear();
      await liveInvitation(db, await namedBy(sealOf(link)));
      // The second is the part of the first that asks whether anybody is a member.
      expect(asked).toHaveBeenCalledTimes(2);
    }
  });
});

it('a link that can be used gets a page that is kept nowhere, and looking at it changes nothing', async () => {
  const { link } = await invited();
  const before = await tables();
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await middleware(new NextRequest(link, { method }));
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toMatch(/no-store/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toMatch(/noindex/);
  }
  await look(link);
  expect(await tables()).toBe(before);
});

describe('inviting', () => {
  it('shows the link once, and lists who was invited without it', async () => {
    const email = newAddress();
    const answer = await asAdmin(inviteAction, { email: email.toUpperCase(), role: 'viewer' });
    expect(answer).toMatchObject({ ok: true, message: expect.stringContaining(email) });
    expect(answer.link).toMatch(new RegExp(`^${ORIGIN}/join/Fe26`));
    const list = await harness.admin(readInvitations);
    expect(JSON.stringify(list)).not.toContain('Fe26');
    expect(list.ok && list.value.find((one) => one.email === email)).toMatchObject({
      role: 'viewer',
      by: 'admin@mailroom.test',
      isOver: false,
    });
  });

  it('somebody twice makes the first link void', async () => {
    const { link, email } = await invited('admin');
    const again = await asAdmin(inviteAction, { email, role: 'viewer' });
    expect(await look(link)).toBeNull();
    expect(await look(again.link ?? '')).toMatchObject({ email, role: 'viewer' });
    const list = await harness.admin(readInvitations);
    expect(list.ok && list.value.filter((one) => one.email === email)).toHaveLength(1);
  });

  it('a member is refused beside the field, a malformed address too', async () => {
    expect(await asAdmin(inviteAction, { email: 'Viewer@mailroom.test', role: 'admin' })).toMatchObject({
      fields: { email: expect.stringMatching(/in the team already/) },
    });
    for (const email of ['x', 'a b@c.example', 'a@b.example\r\nBcc: c@d.example', 'ä@b.example']) {
      expect((await asAdmin(inviteAction, { email, role: 'viewer' })).fields).toHaveProperty('email');
    }
    expect((await asAdmin(inviteAction, { email: newAddress(), role: 'owner' })).fields).toHaveProperty(
      'role',
    );
  });

  it('withdraws and renews only what is open', async () => {
    const { link } = await invited();
    const { id } = await namedBy(sealOf(link));
    await join(link);
    for (const action of [renewAction, withdrawAction]) {
      expect(await asAdmin(action, { id })).toMatchObject({ failure: { code: 'invitation_gone' } });
    }
  });

  it('sends the link by e-mail where there is a mail server, and shows it where that fails', async () => {
    const server = await startMailServer();
    onTestFinished(() => server.stop());
    harness.settings({ SMTP_URL: server.url, MAIL_FROM: 'mailroom@console.test' });
    const email = newAddress();
    const sent = await asAdmin(inviteAction, { email, role: 'sender' });
    expect(sent).toEqual({ ok: true, message: expect.stringMatching(`on its way to ${email}`) });
    expect(server.letters).toHaveLength(1);
    const [letter] = server.letters;
    expect(letter).toMatchObject({ to: [email] });
    const link = /http:\S+\/join\/\S+/.exec(letter?.text ?? '')?.[0] ?? '';
    expect(letter?.html).toContain(link);
    expect(letter?.subject).not.toContain('Fe26');
    expect(await look(link)).toMatchObject({ email, role: 'sender' });

    const unlucky = newAddress();
    server.refuse(unlucky);
    const failed = await asAdmin(inviteAction, { email: unlucky, role: 'viewer' });
    expect(failed.message).toMatch(/couldn’t be sent/);
    expect(await look(failed.link ?? '')).toMatchObject({ email: unlucky });
  });
});

let postgres: Postgres;
const folder = temporaryFolder();
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => Promise.all([postgres.stop(), folder.remove()]));

const databases: [string, () => Promise<OpenDatabase[]>][] = [
  [
    'PGlite',
    async () => {
      await prepareStore(folder.folder);
      return [await openStore({ databaseUrl: undefined, dataFolder: folder.folder })];
    },
  ],
  [
    'PostgreSQL, two servers',
    () => Promise.all([1, 2].map(() => openStore({ databaseUrl: postgres.url, dataFolder: '' }))),
  ],
];

describe.each(databases)('on %s', (_, open) => {
  let stores: OpenDatabase[];
  let servers: [Database, Database];
  beforeAll(async () => {
    stores = await open();
    const [one] = stores;
    if (!one) throw new Error('There is no database.');
    servers = [one.db, (stores[1] ?? one).db];
  });
  beforeEach(async () => {
    await servers[0].delete(members);
    await servers[0].delete(invitations);
  });
  afterAll(() => Promise.all(stores.map(({ close }) => close())));

  const each = <T>(times: number, work: (db: Database, i: number) => Promise<T>) =>
    Promise.all(Array.from({ length: times }, (_, i) => work(servers[i % 2] as Database, i)));
  const joining = (email: string) => ({ email, name: 'Ada', passwordHash: 'scrypt' });
  const everybody = () => servers[0].select().from(members);

  it('one of twenty who come at once gets in', async () => {
    await servers[0].insert(members).values({ email: 'admin@mailroom.test', role: 'admin' });
    const { link } = await newInvitation(servers[0], {
      email: 'one@mailroom.test',
      role: 'sender',
      by: null,
    });
    const named = await namedBy(sealOf(link));
    const done = await each(20, (db) => acceptInvitation(db, named, joining('ignored@mailroom.test')));
    expect(done.filter((one) => typeof one === 'object')).toHaveLength(1);
    expect(done.filter((one) => one === 'void')).toHaveLength(19);
    expect((await everybody()).map(({ email }) => email).toSorted()).toEqual([
      'admin@mailroom.test',
      'one@mailroom.test',
    ]);
  });

  it('an address has one open invitation, however many invite it at once', async () => {
    const wanted = { email: 'many@mailroom.test', role: 'sender', by: null } as const;
    await each(10, (db) => newInvitation(db, wanted));
    const rows = await servers[0].select().from(invitations);
    expect(rows.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1);
  });

  it('the link that sets the console up makes one admin, whoever uses it at once', async () => {
    const link = await setUpLink(servers[0]);
    const named = await namedBy(sealOf(link ?? ''));
    const done = await each(20, (db, i) => acceptInvitation(db, named, joining(`first-${i}@mailroom.test`)));
    expect(done.filter((one) => typeof one === 'object')).toMatchObject([{ role: 'admin' }]);
    expect(await everybody()).toHaveLength(1);
    expect(await setUpLink(servers[1])).toBeNull();
  });

  it('every start makes a new one and the earlier void, also when two start at once', async () => {
    const earlier = await setUpLink(servers[0]);
    const links = await each(6, (db) => setUpLink(db));
    const open = await Promise.all(
      [earlier, ...links].map(async (link) => liveInvitation(servers[0], await namedBy(sealOf(link ?? '')))),
    );
    expect(open.filter((row) => row !== undefined)).toMatchObject([{ role: 'admin', email: null }]);
    expect(open[0]).toBeUndefined();
    const hours = ((open.find(Boolean)?.expiresAt.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
  });

  it('it is void as soon as anybody is a member, however they became one', async () => {
    const link = await setUpLink(servers[0]);
    const named = await namedBy(sealOf(link ?? ''));
    await servers[1].insert(members).values({ email: 'other@mailroom.test', role: 'viewer' });
    expect(await liveInvitation(servers[0], named)).toBeUndefined();
    expect(await acceptInvitation(servers[0], named, joining('late@mailroom.test'))).toBe('void');
    expect(await everybody()).toHaveLength(1);
  });
});
