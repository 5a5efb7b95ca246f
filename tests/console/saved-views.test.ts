/** Tests who can see and change saved views of the campaign list, and what opening a view shows. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import StartPage from '#app/(console)/start/page.tsx';
import { saveViewAction, startViewAction } from '#app/(console)/views/actions.ts';
import {
  createView,
  deleteView,
  listSavedViews,
  renameView,
  replaceView,
  saveStartView,
} from '#lib/data/saved-views.ts';
import { searchAll } from '#lib/data/search.ts';
import { changeMember } from '#lib/data/team.ts';
import { MAX_SAVED_VIEWS, MAX_VIEW_QUERY_LENGTH } from '#lib/domain/saved-view.ts';
import { campaignsHref } from '#lib/forms/campaign-fields.ts';
import { readCampaignQuery } from '#lib/forms/campaign-query.ts';
import { searchParamsOf } from '#lib/forms/query.ts';
import { differsFromView, isOnlyView, readStoredQuery, viewQuery } from '#lib/forms/view-query.ts';
import { store } from '#lib/store/open.ts';
import { members } from '#lib/store/schema/members.ts';
import { savedViews, startViews } from '#lib/store/schema/saved-views.ts';
import { submitForm } from './support/forms.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember, asFormOf, asMember, type RunAs, signedOut } from './support/members.ts';
import { redirectOrResult } from './support/redirects.ts';
import { readEvents } from './support/security-events.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined, revalidatePath: () => undefined }));

const harness = setUpHarness();
const FORBIDDEN = { ok: false, failure: { kind: 'forbidden' } };
const MISSING = { ok: false, failure: { kind: 'missing' } };
const QUERY = 'status=draft&sort=-price&columns=customer&columns=price';

beforeEach(async () => {
  const db = await store();
  await db.delete(savedViews);
  await db.delete(startViews);
});

async function save(runAs: RunAs, name: string, { isTeam = false, query = QUERY } = {}): Promise<string> {
  const created = await runAs(() => createView({ name, query, isTeam }));
  if (!created.ok) throw new Error(JSON.stringify(created.failure));
  return created.value;
}

async function listNames(runAs: RunAs): Promise<string[]> {
  const list = await runAs(listSavedViews);
  return list.ok ? list.value.views.map(({ name }) => name) : [];
}

const typedOf = (query: string) => readCampaignQuery(searchParamsOf(new URLSearchParams(query)), 'UTC').typed;

describe('a personal view', () => {
  it('can be seen and changed only by its owner, even if the owner is a viewer', async () => {
    const id = await save(harness.viewer, 'Mine');
    expect(await listNames(harness.viewer)).toEqual(['Mine']);
    expect(await listNames(harness.admin)).toEqual([]);
    for (const other of [harness.sender, harness.admin]) {
      expect(await other(() => renameView(id, 'Theirs', 0))).toEqual(MISSING);
      expect(await other(() => replaceView(id, '', 0))).toEqual(MISSING);
      expect(await other(() => deleteView(id))).toEqual(MISSING);
      expect(await other(() => saveStartView(id))).toEqual(MISSING);
    }
    expect(await harness.viewer(() => renameView(id, 'Still mine', 0))).toEqual({ ok: true, value: null });
    expect(await harness.viewer(() => deleteView(id))).toEqual({ ok: true, value: null });
    expect(await listNames(harness.viewer)).toEqual([]);
  });

  it('isn’t recorded in the activity log', async () => {
    const before = await readEvents(harness.admin, 'team_view.created');
    const id = await save(harness.sender, 'Private matters');
    await harness.sender(() => renameView(id, 'Other private matters', 0));
    await harness.sender(() => deleteView(id));
    expect(await readEvents(harness.admin, 'team_view.created')).toEqual(before);
    expect(JSON.stringify(await readEvents(harness.admin, 'team_view.deleted'))).not.toContain('private');
  });
});

describe('a team view', () => {
  it('can’t be saved by viewers, guests, or members who lost their role', async () => {
    const view = { name: 'Team', query: QUERY, isTeam: true };
    expect(await harness.viewer(() => createView(view))).toEqual(FORBIDDEN);
    expect(await signedOut(() => createView({ ...view, isTeam: false }))).toEqual(FORBIDDEN);
    const asDana = await asMember(await addMember('dana@mailroom.test', 'sender'));
    const id = await save(asDana, 'By Dana', { isTeam: true });
    await (await store())
      .update(members)
      .set({ role: 'viewer' })
      .where(eq(members.email, 'dana@mailroom.test'));
    expect(await asDana(() => createView(view))).toEqual(FORBIDDEN);
    expect(await asDana(() => renameView(id, 'Renamed', 0))).toEqual(FORBIDDEN);
    expect(await listNames(harness.viewer)).toEqual(['By Dana']);
  });

  it('can be seen by every member, but changed only by its author and admins', async () => {
    const id = await save(harness.sender, 'Team', { isTeam: true });
    const other = await asMember(await addMember('eve@mailroom.test', 'sender'));
    for (const runAs of [harness.viewer, other]) {
      expect(await listNames(runAs)).toEqual(['Team']);
      expect(await runAs(() => renameView(id, 'Taken over', 0))).toEqual(FORBIDDEN);
      expect(await runAs(() => replaceView(id, '', 0))).toEqual(FORBIDDEN);
      expect(await runAs(() => deleteView(id))).toEqual(FORBIDDEN);
    }
    expect(await harness.admin(() => renameView(id, 'By admin', 0))).toMatchObject({ ok: true });
    expect(await harness.sender(() => replaceView(id, 'status=sent', 1))).toMatchObject({ ok: true });
    expect(await harness.sender(() => deleteView(id))).toMatchObject({ ok: true });
  });

  it('is recorded, with its old and new name and filters, in the activity log, which every member can see', async () => {
    const id = await save(harness.sender, 'First', { isTeam: true });
    await harness.sender(() => renameView(id, 'Second', 0));
    await harness.sender(() => replaceView(id, 'status=sent', 1));
    await harness.admin(() => deleteView(id));
    const [filters, name] = await readEvents(harness.viewer, 'team_view.changed');
    expect(name?.details).toEqual({ id, label: 'Second', old_name: 'First' });
    expect(filters?.details).toEqual({ id, label: 'Second', filters: 'status=sent', old_filters: QUERY });
    const [deletion] = await readEvents(harness.viewer, 'team_view.deleted');
    expect(deletion).toMatchObject({ by: 'admin@mailroom.test', details: { label: 'Second' } });
  });

  it('isn’t overwritten if another member changed it in the meantime', async () => {
    const id = await save(harness.sender, 'Team', { isTeam: true });
    await harness.admin(() => replaceView(id, 'status=sent', 0));
    const stale = { ok: false, failure: { kind: 'refused', code: 'view_changed' } };
    expect(await harness.sender(() => replaceView(id, 'status=draft', 0))).toMatchObject(stale);
    expect(await harness.sender(() => renameView(id, 'Mine', 0))).toMatchObject(stale);
    const list = await harness.viewer(listSavedViews);
    expect(list.ok && list.value.views[0]).toMatchObject({ name: 'Team', query: 'status=sent', revision: 1 });
  });
});

describe('saving a view', () => {
  it('is refused if the same owner already has a view with that name, regardless of case', async () => {
    const id = await save(harness.sender, 'Drafts');
    await save(harness.sender, 'Drafts', { isTeam: true });
    await save(harness.admin, 'Drafts');
    const mine = await harness.sender(() => createView({ name: 'DRAFTS', query: '', isTeam: false }));
    expect(mine).toMatchObject({ failure: { fields: { name: 'You already have a view with this name.' } } });
    const team = await harness.admin(() => createView({ name: 'drafts', query: '', isTeam: true }));
    expect(team).toMatchObject({
      failure: { fields: { name: 'The team already has a view with this name.' } },
    });
    expect(await harness.sender(() => renameView(id, 'drafts', 0))).toMatchObject({ ok: true });
  });

  it.each([false, true])(
    'is refused if there are already 50 views, even if two are saved at the same time (team: %s)',
    async (isTeam) => {
      for (let i = 1; i < MAX_SAVED_VIEWS; i++) await save(harness.sender, `View ${i}`, { isTeam });
      const results = await Promise.all(
        ['A', 'B'].map((name) => harness.sender(() => createView({ name, query: '', isTeam }))),
      );
      expect(results.filter((result) => result.ok)).toHaveLength(1);
      expect(results.find((result) => !result.ok)).toMatchObject({
        failure: { fields: { name: expect.stringContaining('already') } },
      });
      expect(await listNames(harness.sender)).toHaveLength(MAX_SAVED_VIEWS);
      await save(harness.admin, 'Of another member');
    },
  );

  it.each([
    ['', 'Enter a name.'],
    ['x'.repeat(61), 'Use 60 characters or fewer.'],
    ['a\u202Eb', 'This text contains invisible characters. Type it again instead of pasting it.'],
  ])('is refused with a sentence beside the field if the name is %j', async (name, sentence) => {
    const asForm = await asFormOf('sender@mailroom.test');
    const state = await asForm(() => submitForm(saveViewAction, { name, list: QUERY }));
    expect(state).toMatchObject({ fields: { name: sentence } });
    expect(await listNames(harness.sender)).toEqual([]);
  });
});

describe('a stored view', () => {
  const submit = async (list: string) =>
    (await asFormOf('sender@mailroom.test'))(() => submitForm(saveViewAction, { name: 'View', list }));
  const readStored = async () => {
    const list = await harness.sender(listSavedViews);
    return list.ok ? list.value.views[0]?.query : undefined;
  };

  it('contains the list’s filters, order, and columns, but not unknown parameters or the page number', async () => {
    const list = `?evil=1&view=x&page=7&per_page=50&density=compact&${QUERY}&payment=unpaid&next=//evil.example`;
    expect(await submit(list)).toEqual({ to: expect.stringMatching(/^\/campaigns\?view=[0-9a-f-]{36}$/) });
    expect(await readStored()).toBe('status=draft&sort=-price&payment=unpaid&columns=customer&columns=price');
  });

  it('filters by the customer if it was saved on a customer’s page', async () => {
    await submit('customer_id=7&status=draft');
    expect(await readStored()).toBe('status=draft&customer=7');
  });

  it('is refused if a filter is invalid or the filters are too long', async () => {
    expect(await submit('status=zap')).toMatchObject({ message: expect.stringContaining('aren’t valid') });
    const long = new URLSearchParams(
      Array.from({ length: 40 }, (_, i) => ['customer', `${i}${'x'.repeat(300)}`]),
    ).toString();
    expect(long.length).toBeGreaterThan(MAX_VIEW_QUERY_LENGTH);
    expect(await submit(long)).toMatchObject({ message: expect.stringContaining('too long') });
    expect(await readStored()).toBeUndefined();
  });

  it('opens without orders, columns, and parameters that no longer exist, but keeps every filter', () => {
    const old =
      'old_filter=1&sort=gone&columns=gone&columns=price&status=gone&payment=unpaid&page=9&customer_id=8';
    const href = campaignsHref({ ...readStoredQuery(old, 'UTC'), view: 'v' });
    expect(href).toBe('/campaigns?status=gone&view=v&payment=unpaid&columns=price');
  });
});

describe('an open view', () => {
  it('differs from its stored list only if filters, order, or columns changed', () => {
    const view = { query: QUERY };
    const differs = (query: string, columns = ['customer', 'price'] as const) =>
      differsFromView(view, typedOf(query), [...columns], 'UTC');
    expect(differs(`view=v&page=3&per_page=50&density=compact&${QUERY}`)).toBe(false);
    expect(differs(`sort=-price&status=draft&view=v`)).toBe(false);
    expect(differs(`${QUERY}&payment=unpaid`)).toBe(true);
    expect(differs(QUERY.replace('-price', 'price'))).toBe(true);
    expect(differsFromView(view, typedOf(QUERY), ['price'], 'UTC')).toBe(true);
  });

  it('opens from a URL that contains only the view, and closes when the last filter is removed', () => {
    expect(isOnlyView(typedOf('view=v'))).toBe(true);
    expect(isOnlyView(typedOf('view=v&status=draft'))).toBe(false);
    expect(campaignsHref(typedOf('view=v&status=draft'), { status: undefined })).toBe('/campaigns');
    expect(campaignsHref({ ...typedOf('view=v&status=draft'), customer_id: '7' })).toBe(
      '/customers/7?status=draft',
    );
  });

  it('is stored as the same text when saved again', () => {
    const typed = readStoredQuery(QUERY, 'UTC');
    expect(viewQuery(typed, ['customer', 'price'])).toBe(QUERY);
  });
});

describe('the start page', () => {
  const openStart = (runAs: RunAs) => runAs(() => redirectOrResult(() => StartPage()));

  it('is the overview until a member chooses a view', async () => {
    expect(await openStart(harness.viewer)).toEqual({ to: '/' });
    const id = await save(harness.sender, 'Team', { isTeam: true });
    expect(await harness.viewer(() => saveStartView(id))).toEqual({ ok: true, value: null });
    expect(await openStart(harness.viewer)).toEqual({ to: `/campaigns?view=${id}` });
    expect(await openStart(harness.sender)).toEqual({ to: '/' });
    await harness.viewer(() => saveStartView(null));
    expect(await openStart(harness.viewer)).toEqual({ to: '/' });
  });

  it('is the overview again after the view is deleted', async () => {
    const id = await save(harness.sender, 'Team', { isTeam: true });
    await harness.viewer(() => saveStartView(id));
    await harness.sender(() => deleteView(id));
    expect(await openStart(harness.viewer)).toEqual({ to: '/' });
  });

  it.each(['https://evil.example', '//evil.example', '/campaigns'])(
    'can’t be the address %s',
    async (view) => {
      const asForm = await asFormOf('sender@mailroom.test');
      expect(await asForm(() => submitForm(startViewAction, { view }))).toMatchObject({
        message: expect.any(String),
      });
      expect(await openStart(harness.sender)).toEqual({ to: '/' });
    },
  );
});

describe('a member who is disabled', () => {
  it('loses personal views and the start page, but not team views', async () => {
    const row = await addMember('leaving@mailroom.test', 'sender');
    const asLeaving = await asMember(row);
    const own = await save(asLeaving, 'Own');
    await save(asLeaving, 'Shared', { isTeam: true });
    await asLeaving(() => saveStartView(own));
    const changed = await harness.admin(() => changeMember(row.id, 'disable'));
    expect(changed).toMatchObject({ ok: true });
    const db = await store();
    expect(await db.$count(savedViews, eq(savedViews.ownerId, row.id))).toBe(0);
    expect(await db.$count(startViews, eq(startViews.memberId, row.id))).toBe(0);
    const list = await harness.admin(listSavedViews);
    expect(list.ok && list.value.views).toMatchObject([
      { name: 'Shared', author: row.email, canChange: true },
    ]);
  });
});

it('search finds a member’s own views and team views, but not other members’ views', async () => {
  await save(harness.viewer, 'Spring drafts');
  await save(harness.viewer, 'Holiday drafts');
  await save(harness.sender, 'Holiday team', { isTeam: true });
  await save(harness.sender, 'Holiday secrets');
  const found = await harness.viewer(() => searchAll('holi'));
  expect(found.ok && found.value.views.map(({ name }) => name)).toEqual(['Holiday drafts', 'Holiday team']);
});
