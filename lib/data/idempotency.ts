/**
 * The API's Idempotency-Key header, as in the IETF draft of the same name: repeating an irreversible request
 * with the same key returns the first response, and never makes the call again.
 */
import 'server-only';
import { createHash } from 'node:crypto';
import { EXPIRES_AFTER_MS, listSettledAttempts } from '#lib/attempts/settle.ts';
import { currentTokenCaller } from '#lib/auth/token-caller.ts';
import type { Input, OperationName, Output } from '#lib/contract/operations.ts';
import type { AttemptOperation } from '#lib/domain/attempt.ts';
import { KEYED_OPERATIONS } from '#lib/domain/idempotency-key.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import type { AttemptRow } from '#lib/store/attempts.ts';
import {
  type AgedKeyRow,
  findKeyUse,
  type KeyUse,
  releaseKey,
  reserveKey,
  reserveKeyAgain,
  saveAnswer,
} from '#lib/store/idempotency-keys.ts';
import { store } from '#lib/store/open.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { authorize } from './authorize.ts';
import { runOperation } from './proxy.ts';

export interface OnceOutcome<T> {
  readonly outcome: Outcome<T>;
  /** Whether the outcome is the saved response to an earlier request with the same key. */
  readonly isReplay: boolean;
}

interface Request<N extends OperationName> {
  readonly name: N;
  readonly input: Input<N>;
  readonly attempt: AttemptOperation;
  readonly campaignId: number;
}

/**
 * Runs an irreversible operation. If the same API token, or the same member without a token, has sent the
 * same key before, returns the first response without running the operation. Fails with `forbidden` if the
 * member's role or the token doesn't allow the operation, with `key_reused` if the key was sent with a
 * different request, with `in_progress` while the first request is running, and with `unknown` if the mail
 * service's response to the first request was lost. Runs an operation again only if the first request had no
 * effect.
 */
export async function runOperationOnce<N extends OperationName>(
  key: string,
  name: N,
  input: Input<N>,
): Promise<OnceOutcome<Output<N>>> {
  const attempt = KEYED_OPERATIONS[name];
  if (!attempt || !('id' in input)) throw new Error(`${name} doesn’t accept an Idempotency-Key.`);
  const member = await authorize(name);
  if (!member.ok) return first(member);
  const request = { name, input, attempt, campaignId: Number(input.id) };
  const use = { memberId: member.value.id, key: keyOfCaller(key), fingerprint: fingerprintOf(name, input) };
  const db = await store();
  if (await reserveKey(db, use)) return runAndSave(use, request);
  const earlier = await findKeyUse(db, use);
  if (!earlier) return first(fail({ kind: 'in_progress' }));
  if (earlier.fingerprint !== use.fingerprint) return first(fail({ kind: 'key_reused' }));
  if (earlier.answer) return { outcome: earlier.answer as Outcome<Output<N>>, isReplay: true };
  const attempted = await findAttemptOf(earlier, request);
  if (attempted === 'maybe' || attempted?.state === 'open') return first(fail({ kind: 'in_progress' }));
  if (attempted?.state === 'unknown') return first(fail({ kind: 'unknown' }));
  if (attempted?.state === 'done') return recoverAnswer(use, request, attempted);
  const isReserved = await reserveKeyAgain(db, use, earlier.startedAt);
  return isReserved ? runAndSave(use, request) : first(fail({ kind: 'in_progress' }));
}

/**
 * Keeps each token's keys separate from other tokens' keys and from the keys of the member's browser, so that
 * a program can't get the response to a request that its token doesn't allow.
 */
function keyOfCaller(key: string): string {
  const token = currentTokenCaller();
  return token === null ? key : `${token.id} ${key}`;
}

const first = <T>(outcome: Outcome<T>): OnceOutcome<T> => ({ outcome, isReplay: false });

const fingerprintOf = (name: OperationName, input: object): string =>
  createHash('sha256')
    .update(JSON.stringify([name, Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest('base64url');

async function runAndSave<N extends OperationName>(
  use: KeyUse,
  request: Request<N>,
): Promise<OnceOutcome<Output<N>>> {
  const outcome = await runOperation(request.name, request.input);
  const db = await store();
  if (outcome.ok || (await isRefusedByService(use, request, outcome))) await saveAnswer(db, use, outcome);
  else if (outcome.failure.kind !== 'unknown') await releaseKey(db, use);
  return first(outcome);
}

/** HTTP statuses that the request itself didn't cause, so the same request may succeed later. */
const TEMPORARY = new Set([401, 403, 429]);

/**
 * Whether the service itself refused the request, which makes the refusal final. The console's own refusals
 * aren't final: for example, the same request succeeds after the campaign is paid for.
 */
async function isRefusedByService<N extends OperationName>(
  use: KeyUse,
  request: Request<N>,
  outcome: Outcome<unknown>,
): Promise<boolean> {
  if (outcome.ok || outcome.failure.kind !== 'refused' || TEMPORARY.has(outcome.failure.status)) return false;
  const current = await findKeyUse(await store(), use);
  const attempted = current && (await findAttemptOf(current, request));
  return typeof attempted === 'object' && attempted.state === 'refused';
}

/**
 * Finds the first request's attempt, and settles the attempt if reading the campaign shows how the attempt
 * ended.
 * @returns undefined if the first request ended without an attempt, and 'maybe' if the first request may
 * still be running
 */
async function findAttemptOf<N extends OperationName>(
  earlier: AgedKeyRow,
  { attempt, campaignId }: Request<N>,
): Promise<AttemptRow | 'maybe' | undefined> {
  const attempts = await listSettledAttempts(await store(), campaignId);
  const tokenId = currentTokenCaller()?.id ?? null;
  const attempted = attempts.findLast(
    (row) =>
      row.operation === attempt &&
      row.memberId === earlier.memberId &&
      row.tokenId === tokenId &&
      row.startedAt >= earlier.startedAt,
  );
  if (attempted) return attempted;
  return earlier.ageMs < EXPIRES_AFTER_MS ? 'maybe' : undefined;
}

/**
 * Rebuilds and saves the response to a request that succeeded but whose original response was lost. The new
 * response contains the payment link, or the campaign as it is now. If the operation deletes the campaign or
 * returns a v2 campaign, the new response contains only the id.
 */
async function recoverAnswer<N extends OperationName>(
  use: KeyUse,
  { attempt, campaignId }: Request<N>,
  { result }: AttemptRow,
): Promise<OnceOutcome<Output<N>>> {
  const value = await recoverValue(attempt, result?.campaignId ?? campaignId, result?.link);
  if (!value.ok) return first(value);
  await saveAnswer(await store(), use, value);
  return { outcome: value as Outcome<Output<N>>, isReplay: true };
}

async function recoverValue(
  attempt: AttemptOperation,
  id: number,
  link: string | undefined,
): Promise<Outcome<unknown>> {
  switch (attempt) {
    case 'payCampaign':
      return link === undefined ? fail({ kind: 'unknown' }) : ok({ link });
    case 'deleteCampaign':
    case 'sendCampaignOnInvoice':
      return ok({ id });
    default:
      // Skip the permission check, because the request's token might not allow reading campaigns.
      return readFromService('getCampaign', { id }, { fresh: true });
  }
}
