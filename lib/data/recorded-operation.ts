/**
 * Operations that change customers and templates in the mail service. These operations aren't attempts,
 * because repeating them is safe. The activity log contains each operation's start and outcome.
 */
import 'server-only';
import { randomUUID } from 'node:crypto';
import { callerAddress } from '#lib/auth/caller-address.ts';
import type { Member } from '#lib/auth/session.ts';
import { currentTokenCaller } from '#lib/auth/token-caller.ts';
import type { RecordedOperation } from '#lib/domain/activity.ts';
import { type Failure, fail, type Outcome } from '#lib/domain/outcome.ts';
import { dropCachedNames } from '#lib/index/names.ts';
import { log } from '#lib/log.ts';
import { finishBeforeExit } from '#lib/runtime/unfinished-work.ts';
import { recordActivity } from '#lib/store/activity.ts';
import { store } from '#lib/store/open.ts';
import { type CallResult, toOutcome } from '#lib/upstream/client.ts';

type Subject =
  | { readonly customerId: number; readonly oldEmail: string | null; readonly newEmail: string | null }
  | { readonly templateId: number };

/** The service accepted the change, but reading back the new value failed. */
const NOT_READ_BACK = { kind: 'refused', status: 409, code: 'not_read_back' } as const satisfies Failure;
/** The service accepted the change, but the value that was read back differs from the value that was sent. */
const NOT_SAVED = { kind: 'refused', status: 409, code: 'not_saved' } as const satisfies Failure;

/** The failures that leave it unknown whether the service made the change. */
const LOST: ReadonlySet<Failure['kind']> = new Set(['unreachable', 'slow', 'garbled', 'failed']);

/**
 * Runs an operation for a member, and records when it starts and how it ends. The process doesn't exit until
 * the outcome is recorded.
 */
export const recordOperation = <T>(...args: Parameters<typeof changeAndLog<T>>): Promise<Outcome<T>> =>
  finishBeforeExit(() => changeAndLog<T>(...args));

async function changeAndLog<T>(
  member: Member,
  operation: RecordedOperation,
  subject: Subject,
  change: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const db = await store();
  const entry = {
    operation,
    attemptId: randomUUID(),
    by: member.email,
    from: await callerAddress(),
    tokenName: currentTokenCaller()?.name ?? null,
    ...subject,
  };
  await recordActivity(db, [{ ...entry, outcome: 'started' }]);
  const outcome = await change();
  const isUnknown = !outcome.ok && (LOST.has(outcome.failure.kind) || isUnconfirmed(outcome.failure));
  try {
    await recordActivity(db, [
      { ...entry, outcome: outcome.ok ? 'done' : isUnknown ? 'unknown' : 'refused' },
    ]);
  } catch (error) {
    // Return the outcome to the member even if recording the outcome failed.
    // The operation has run, and its start is already in the activity log.
    log().error({ err: error }, 'a change’s outcome was not recorded');
  }
  return outcome;
}

const isUnconfirmed = (failure: Failure): boolean =>
  failure.kind === 'refused' && (failure.code === NOT_SAVED.code || failure.code === NOT_READ_BACK.code);

interface SavedChange<T> {
  readonly names: 'customers' | 'templates';
  readonly send: () => Promise<CallResult<T>>;
  readonly readBack: () => Promise<Outcome<T>>;
  readonly isSaved: (value: T) => boolean;
}

/**
 * Sends an update and reads the result back. The customer and template updates share a method and path. A
 * success response therefore doesn't prove that the service ran the intended update. If the response was lost,
 * the update counts as saved only if the value that was read back contains the update.
 */
export async function saveAndReadBack<T>({
  names,
  send,
  readBack,
  isSaved,
}: SavedChange<T>): Promise<Outcome<T>> {
  const response = await send();
  if (!response.ok && response.effect === 'none') return toOutcome(response);
  dropCachedNames(names);
  const now = await readBack();
  if (now.ok && isSaved(now.value)) return now;
  if (!response.ok) return toOutcome(response);
  return fail(now.ok ? NOT_SAVED : NOT_READ_BACK);
}
