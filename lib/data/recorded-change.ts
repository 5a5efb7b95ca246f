import 'server-only';
import { randomUUID } from 'node:crypto';
import { callerAddress } from '#lib/auth/caller-address.ts';
import type { Member } from '#lib/auth/session.ts';
import type { RecordedOperation } from '#lib/domain/activity.ts';
import type { Failure, Outcome } from '#lib/domain/outcome.ts';
import { log } from '#lib/log.ts';
import { record } from '#lib/store/activity.ts';
import { store } from '#lib/store/open.ts';

type Subject = { readonly customerId: number } | { readonly templateId: number };

/** The service said yes, and nobody could read what it has now. */
export const NOT_READ_BACK = {
  kind: 'refused',
  status: 409,
  code: 'not_read_back',
} as const satisfies Failure;

/** Of these nobody knows whether the service did the work all the same. */
const UNSURE: ReadonlySet<Failure['kind']> = new Set(['unreachable', 'slow', 'garbled', 'failed']);

/** Does what a member asked for and can be done again, and keeps in the trail that it was begun and how it ended. */
export async function recordChange<T>(
  member: Member,
  operation: RecordedOperation,
  subject: Subject,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const db = await store();
  const entry = {
    operation,
    attemptId: randomUUID(),
    by: member.email,
    from: await callerAddress(),
    ...subject,
  };
  await record(db, [{ ...entry, outcome: 'began' }]);
  const outcome = await work();
  const isUnsure = !outcome.ok && (UNSURE.has(outcome.failure.kind) || isUnsaved(outcome.failure));
  try {
    await record(db, [{ ...entry, outcome: outcome.ok ? 'done' : isUnsure ? 'unknown' : 'refused' }]);
  } catch (error) {
    // It is done, and the trail says that it was begun: no reason to tell the person that it broke.
    log().error(
      { error: error instanceof Error ? error.name : 'unknown' },
      'an outcome is missing in the trail',
    );
  }
  return outcome;
}

const isUnsaved = (failure: Failure): boolean =>
  failure.kind === 'refused' && (failure.code === 'not_saved' || failure.code === NOT_READ_BACK.code);
