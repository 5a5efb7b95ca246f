/** Whether this console can serve requests. Proxies and process managers ask every few seconds, without a session. */
import 'server-only';
import { singleton } from '#lib/runtime/singleton.ts';
import { isExiting } from '#lib/runtime/unfinished-work.ts';
import { hasUsableSchema, isStoreReadOnly } from '#lib/store/open.ts';
import { DATABASE_MS, withinLimit } from './within-limit.ts';

/** Why the console can't serve requests. */
export type Unreadiness = 'stopping' | 'database' | 'read_only' | 'schema';

/**
 * How long a result is used. Anyone can request the result, so the number of queries must not depend on how
 * often someone does.
 */
const CACHED_MS = 1_000;

/**
 * How many queries run at the same time. If a query takes too long, its connection may have been cut off, so
 * another query on a new connection finds out whether the database responds.
 */
const MAX_QUERIES = 2;

interface Check {
  /** When the check began, according to `performance.now()`. */
  readonly startedAt: number;
  readonly result: Promise<Unreadiness | null>;
  isOver: boolean;
}

const latest = () =>
  singleton('readinessCheck', () => ({ check: undefined as Check | undefined, running: 0 }));

/** Returns why the console can't serve requests, or null if it can. */
export async function findUnreadiness(): Promise<Unreadiness | null> {
  if (isExiting()) return 'stopping';
  return withinLimit<Unreadiness | null, Unreadiness>(shareCheck().result, 'database');
}

/** Starts a query, unless the latest one is recent or too many queries are still running. */
function shareCheck(): Check {
  const state = latest();
  const { check: last } = state;
  const age = last ? performance.now() - last.startedAt : 0;
  if (last?.isOver && age < CACHED_MS) return last;
  if (last && !last.isOver && (age < DATABASE_MS || state.running >= MAX_QUERIES)) return last;
  const check: Check = { startedAt: performance.now(), result: checkDatabase(), isOver: false };
  state.check = check;
  state.running++;
  void check.result.then(() => {
    state.running--;
    check.isOver = true;
  });
  return check;
}

async function checkDatabase(): Promise<Unreadiness | null> {
  try {
    if (await isStoreReadOnly()) return 'read_only';
    return (await hasUsableSchema()) ? null : 'schema';
  } catch {
    // Whatever the error is, the console can't use its database. The requests that fail log the error.
    return 'database';
  }
}
