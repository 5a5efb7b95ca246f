import 'server-only';
import { type AttemptPlan, performAttempt } from '#lib/attempts/perform.ts';
import { currentBackgroundCaller } from '#lib/auth/background-caller.ts';
import { callerAddress } from '#lib/auth/caller-address.ts';
import { recordRefusedAccess } from '#lib/auth/refused-access.ts';
import type { Member } from '#lib/auth/session.ts';
import { currentTokenCaller, type TokenCaller } from '#lib/auth/token-caller.ts';
import type { AttemptOperation } from '#lib/domain/attempt.ts';
import { type Failure, fail, type Outcome } from '#lib/domain/outcome.ts';
import { isAllowed, type Permission } from '#lib/domain/permissions.ts';
import { findApiTokenById } from '#lib/store/api-tokens.ts';
import { findMember } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { runInTrace } from '#lib/tracing/spans.ts';
import { authorize } from './authorize.ts';

interface MemberAttempt<C, T> extends Omit<AttemptPlan<C, T>, 'recheckPermission'> {
  readonly operation: AttemptOperation;
  readonly campaignId: number;
  /** The operation whose permission the member needs. Defaults to `operation`. */
  readonly permission?: Permission;
  /** The amount that the member agreed to, as formatted by the service. */
  readonly agreedAmount?: string | undefined;
  /** The member's reason for canceling, if the member entered one. */
  readonly reason?: string | undefined;
}

/**
 * Makes an attempt as the signed-in member, or as the member for whom background work is done. Fails with `forbidden` if the
 * member's role, or the request's API token, doesn't allow the operation. Fails with `in_progress` if the bulk job
 * was stopped, or the payment run's send date was changed. Also fails if performAttempt fails.
 */
export function performMemberAttempt<C, T>(wanted: MemberAttempt<C, T>): Promise<Outcome<T>> {
  // Each attempt of a bulk job gets its own trace.
  return runInTrace(`data ${wanted.operation}`, {}, () => performAuthorized(wanted));
}

async function performAuthorized<C, T>({
  operation,
  campaignId,
  permission = operation,
  agreedAmount,
  reason,
  ...plan
}: MemberAttempt<C, T>): Promise<Outcome<T>> {
  const member = await authorize(permission);
  if (!member.ok) return member;
  if (!Number.isSafeInteger(campaignId) || campaignId < 1) return fail({ kind: 'missing' });
  const token = currentTokenCaller();
  const background = currentBackgroundCaller();
  const attempt = {
    campaignId,
    operation,
    memberId: member.value.id,
    by: member.value.email,
    from: await callerAddress(),
    tokenId: token?.id ?? null,
    tokenName: token?.name ?? null,
    itemKey: background?.itemKey ?? null,
    itemKind: background?.itemKind ?? null,
    amount: agreedAmount ?? null,
    reason: reason ?? null,
  };
  const recheckPermission = () => refuseIfRevoked(member.value, permission, token);
  const { reuse, ...ownPlan } = plan;
  // Each item of a bulk job or payment run needs its own attempt, so it must not reuse another attempt's outcome.
  const steps = { ...ownPlan, ...(reuse && !background && { reuse }), recheckPermission };
  return performAttempt(await store(), attempt, steps);
}

/**
 * Reads the member and token rows again. The reads before a call can take seconds, and in the meantime, an
 * admin might demote or disable the member or revoke the token.
 */
async function refuseIfRevoked(
  member: Member,
  permission: Permission,
  token: TokenCaller | null,
): Promise<Failure | null> {
  const db = await store();
  const [row, owned] = await Promise.all([
    findMember(db, member.id),
    token === null ? undefined : findApiTokenById(db, token.id),
  ]);
  const isMemberAllowed = row !== undefined && row.disabledAt === null && isAllowed(row.role, permission);
  const isTokenLive = token === null || (owned !== undefined && owned.token.revokedAt === null);
  if (isMemberAllowed && isTokenLive) return null;
  await recordRefusedAccess(member, permission, token);
  return { kind: 'forbidden' };
}
