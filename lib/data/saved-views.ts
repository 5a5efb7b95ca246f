/** The saved views of the campaign list: the signed-in member's own, and the team's. */
import 'server-only';
import { changeAndRecord, type RecordEvent } from '#lib/auth/security-events.ts';
import type { Member } from '#lib/auth/session.ts';
import type { Database } from '#lib/database/open.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import type { Permission } from '#lib/domain/permissions.ts';
import { canChangeView, MAX_SAVED_VIEWS, type SavedView } from '#lib/domain/saved-view.ts';
import type { ChangeEventName, EventDetails } from '#lib/domain/security-event.ts';
import { store } from '#lib/store/open.ts';
import { lockMemberWithPermission } from '#lib/store/revoked-access.ts';
import {
  countSavedViews,
  deleteSavedView,
  findSavedView,
  findStartView,
  insertSavedView,
  isViewNameTaken,
  lockSavedViews,
  querySavedViews,
  replaceStartView,
  type SavedViewRow,
  updateSavedView,
} from '#lib/store/saved-views.ts';
import { authorize } from './authorize.ts';

export interface SavedViewList {
  /** By name. */
  readonly views: readonly SavedView[];
  /** The view that the member sees first after signing in. Null for the overview. */
  readonly startViewId: string | null;
}

const toView = (row: SavedViewRow, member: Member): SavedView => {
  const { id, name, query, revision, author } = row;
  const isTeam = row.ownerId === null;
  return { id, name, query, isTeam, revision, author, canChange: canChangeView(row, member) };
};

/** Lists the views that the signed-in member can open. */
export async function listSavedViews(): Promise<Outcome<SavedViewList>> {
  const allowed = await authorize('saveViews');
  if (!allowed.ok) return allowed;
  const db = await store();
  const { id } = allowed.value;
  const [rows, startViewId] = await Promise.all([querySavedViews(db, id), findStartView(db, id)]);
  return ok({ views: rows.map((row) => toView(row, allowed.value)), startViewId });
}

const VIEW_CHANGED: Failure = { kind: 'refused', status: 409, code: 'view_changed' };

const invalid = (fields: Readonly<Record<string, string>>): Failure => ({ kind: 'invalid', fields });

async function findNameProblem(
  tx: Database,
  ownerId: string | null,
  name: string,
  id?: string,
): Promise<Failure | undefined> {
  if (!(await isViewNameTaken(tx, ownerId, name, id))) return undefined;
  return invalid({
    name: `${ownerId === null ? 'The team already has' : 'You already have'} a view with this name.`,
  });
}

interface NewView {
  readonly name: string;
  /** The parameters of the campaign list's URL. */
  readonly query: string;
  /** Whether every member sees the view. */
  readonly isTeam: boolean;
}

/** Saves a view. @returns the view's id */
export async function createView({ name, query, isTeam }: NewView): Promise<Outcome<string>> {
  const permission = isTeam ? 'saveTeamViews' : 'saveViews';
  return changeViews(permission, async (tx, member, record) => {
    const ownerId = isTeam ? null : member.id;
    const problem = await findNameProblem(tx, ownerId, name);
    if (problem) return fail(problem);
    if ((await countSavedViews(tx, ownerId)) >= MAX_SAVED_VIEWS) {
      const who = isTeam ? 'The team already has' : 'You already have';
      return fail(invalid({ name: `${who} ${MAX_SAVED_VIEWS} views. Delete one that isn’t needed.` }));
    }
    const id = await insertSavedView(tx, { ownerId, authorId: member.id, name, query });
    if (isTeam) await record('team_view.created', { id, label: name, filters: query });
    return ok(id);
  });
}

/** Renames a view. Changes nothing if the view has changed since `revision`. */
export const renameView = (id: string, name: string, revision: number): Promise<Outcome<null>> =>
  changeView(id, async (tx, view, record) => {
    if (view.revision !== revision) return fail(VIEW_CHANGED);
    const problem = await findNameProblem(tx, view.ownerId, name, id);
    if (problem) return fail(problem);
    if (name === view.name) return ok(null);
    await updateSavedView(tx, id, { name });
    await record('team_view.changed', { id, label: name, old_name: view.name });
    return ok(null);
  });

/** Replaces a view's filters, order, and columns. Changes nothing if the view has changed since `revision`. */
export const replaceView = (id: string, query: string, revision: number): Promise<Outcome<null>> =>
  changeView(id, async (tx, view, record) => {
    if (view.revision !== revision) return fail(VIEW_CHANGED);
    if (query === view.query) return ok(null);
    await updateSavedView(tx, id, { query });
    const details = { id, label: view.name, filters: query, old_filters: view.query };
    await record('team_view.changed', details);
    return ok(null);
  });

export const deleteView = (id: string): Promise<Outcome<null>> =>
  changeView(id, async (tx, view, record) => {
    await deleteSavedView(tx, id);
    await record('team_view.deleted', { id, label: view.name, filters: view.query });
    return ok(null);
  });

/**
 * Saves the view that the signed-in member sees first after signing in.
 * @param id a view, or null for the overview
 */
export async function saveStartView(id: string | null): Promise<Outcome<null>> {
  const allowed = await authorize('saveViews');
  if (!allowed.ok) return allowed;
  const member = allowed.value;
  const db = await store();
  return db.transaction(async (tx) => {
    await lockSavedViews(tx);
    if (id !== null && !(await findSavedView(tx, id, member.id))) return fail({ kind: 'missing' });
    await replaceStartView(tx, member.id, id);
    return ok(null);
  });
}

type TeamViewEvent = Extract<ChangeEventName, `team_view.${string}`>;
type RecordViewEvent = (name: TeamViewEvent, details: EventDetails) => Promise<void>;

/** Applies changes to views one at a time, if the member still has permission. */
async function changeViews<T>(
  permission: Permission,
  change: (tx: Database, member: Member, record: RecordViewEvent) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const allowed = await authorize(permission);
  if (!allowed.ok) return allowed;
  const member = allowed.value;
  return changeAndRecord(async (tx, record: RecordEvent) => {
    await lockSavedViews(tx);
    const current = await lockMemberWithPermission(tx, member.id, permission);
    if (!current) return fail({ kind: 'forbidden' });
    return change(tx, { ...member, role: current.role }, (name, details) =>
      record({ name, by: member, details }),
    );
  });
}

/**
 * Changes a view that the signed-in member can change. Records only changes to team views, because no other member
 * sees personal views.
 */
const changeView = <T>(
  id: string,
  change: (tx: Database, view: SavedViewRow, record: RecordViewEvent) => Promise<Outcome<T>>,
): Promise<Outcome<T>> =>
  changeViews('saveViews', async (tx, member, record) => {
    const view = await findSavedView(tx, id, member.id);
    if (!view) return fail({ kind: 'missing' });
    if (!canChangeView(view, member)) return fail({ kind: 'forbidden' });
    return change(tx, view, async (name, details) => {
      if (view.ownerId === null) await record(name, details);
    });
  });
