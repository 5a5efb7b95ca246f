/** The signed-in member's own sessions. */
import 'server-only';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import { getSessionId, type Member } from '#lib/auth/session.ts';
import { endSession } from '#lib/auth/start-session.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import type { OwnSession } from '#lib/domain/session.ts';
import { env } from '#lib/env/env.ts';
import { store } from '#lib/store/open.ts';
import { deleteMemberSession, deleteMemberSessions, querySessions } from '#lib/store/sessions.ts';
import { authorize } from './authorize.ts';

interface SignedIn {
  readonly member: Member;
  readonly currentId: string;
}

async function authorizeSession(): Promise<Outcome<SignedIn>> {
  const [allowed, currentId] = [await authorize('editProfile'), await getSessionId()];
  if (!allowed.ok) return allowed;
  return currentId === null ? fail({ kind: 'forbidden' }) : ok({ member: allowed.value, currentId });
}

/** Lists the current session first, then the member's other sessions, most recently used first. */
export async function listOwnSessions(): Promise<Outcome<readonly OwnSession[]>> {
  const allowed = await authorizeSession();
  if (!allowed.ok) return allowed;
  const { member, currentId } = allowed.value;
  const rows = await querySessions(await store(), member.id, env().sessionIdleHours);
  const sessions = rows.map(({ id, device, address, lastUsedAt }) => ({
    id,
    device,
    address,
    lastUsedAt: lastUsedAt.getTime(),
    isCurrent: id === currentId,
  }));
  return ok(sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)));
}

/** The session that ended. `device` is the browser and the system, or null if unknown. */
export interface EndedSession {
  readonly isCurrent: boolean;
  readonly device: string | null;
}

/** Ends one of the member's sessions. Ending the current session signs the member out of this browser. */
export async function endOwnSession(id: string): Promise<Outcome<EndedSession>> {
  const allowed = await authorizeSession();
  if (!allowed.ok) return allowed;
  const { member, currentId } = allowed.value;
  const isCurrent = id === currentId;
  // If the session has already ended, the request still succeeds.
  if (isCurrent) {
    await endSession();
    return ok({ isCurrent, device: null });
  }
  const row = await changeAndRecord(async (tx, record) => {
    const deleted = await deleteMemberSession(tx, member.id, id);
    const details = { id, ...(deleted?.device && { device: deleted.device }) };
    if (deleted) await record({ name: 'session.ended', by: member, details });
    return deleted;
  });
  return ok({ isCurrent, device: row?.device ?? null });
}

/** Ends all of the member's sessions except the current session. */
export async function signOutElsewhere(): Promise<Outcome<null>> {
  const allowed = await authorizeSession();
  if (!allowed.ok) return allowed;
  const { member, currentId } = allowed.value;
  await changeAndRecord(async (tx, record) => {
    await deleteMemberSessions(tx, member.id, currentId);
    await record({ name: 'session.ended', by: member, details: { reason: 'all_others' } });
  });
  return ok(null);
}
