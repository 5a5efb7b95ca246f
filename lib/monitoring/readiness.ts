/** Whether this console can serve requests. Proxies and process managers ask every few seconds, without a session. */
import 'server-only';
import { singleton } from '#lib/runtime/singleton.ts';
import { isExiting } from '#lib/runtime/unfinished-work.ts';
import { hasUsableSchema } from '#lib/store/open.ts';
import { withinLimit } from './within-limit.ts';

/** Why the console can't serve requests. */
export type Unreadiness = 'stopping' | 'database' | 'schema';

/** How long a result is used. Everyone can ask, so the number of queries must not depend on how often they do. */
const CACHED_MS = 1_000;

interface Check {
  /** When the check began, according to `performance.now()`. */
  readonly startedAt: number;
  readonly result: Promise<Unreadiness | null>;
  isOver: boolean;
}

const latest = () => singleton('readinessCheck', () => ({ check: undefined as Check | undefined }));

/** Returns why the console can't serve requests, or null if it can. */
export async function findUnreadiness(): Promise<Unreadiness | null> {
  if (isExiting()) return 'stopping';
  const result = await withinLimit<Unreadiness | null, Unreadiness>(shareCheck().result, 'database');
  return isExiting() ? 'stopping' : result;
}

/** Starts a query, unless the latest one is recent or hasn't ended. */
function shareCheck(): Check {
  const state = latest();
  const { check: last } = state;
  if (last && (!last.isOver || performance.now() - last.startedAt < CACHED_MS)) return last;
  const check: Check = { startedAt: performance.now(), result: checkDatabase(), isOver: false };
  state.check = check;
  void check.result.then(() => {
    check.isOver = true;
  });
  return check;
}

async function checkDatabase(): Promise<Unreadiness | null> {
  try {
    return (await hasUsableSchema()) ? null : 'schema';
  } catch {
    // Whatever the error is, the console can't use its database. The requests that fail log the error.
    return 'database';
  }
}
