/** The API tokens of the signed-in member and, for admins, of all other members. */
import 'server-only';
import { createApiToken, getTokenEnding, hashApiToken } from '#lib/auth/api-token.ts';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import type { Member } from '#lib/auth/session.ts';
import type { FieldErrors } from '#lib/contract/wire.ts';
import { isTemplateScope, MAX_TOKENS, scopesOfRole, type TokenScope } from '#lib/domain/api-token.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import {
  countLiveTokens,
  findApiTokenById,
  insertApiToken,
  isTokenNameTaken,
  type ListedApiToken,
  queryApiTokens,
  revokeApiToken,
} from '#lib/store/api-tokens.ts';
import { queueNotification } from '#lib/store/notifications.ts';
import { store } from '#lib/store/open.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { authorize, authorizeRecently } from './authorize.ts';

/** A token, without its secret. All times are in milliseconds since the epoch. */
export interface ApiToken {
  readonly id: string;
  readonly name: string;
  /** The token's last characters. */
  readonly ending: string;
  readonly state: 'live' | 'expired' | 'revoked';
  readonly scopes: readonly TokenScope[];
  readonly customerId: number | null;
  readonly addresses: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly lastUsedAt: number | null;
  readonly lastUsedFrom: string | null;
  readonly revokedAt: number | null;
  readonly revokedBy: string | null;
}

function toApiToken(row: ListedApiToken): ApiToken {
  const { id, name, ending, scopes, customerId, addresses, lastUsedFrom, revokedBy } = row;
  return {
    id,
    name,
    ending,
    state: row.revokedAt ? 'revoked' : row.isExpired ? 'expired' : 'live',
    scopes,
    customerId,
    addresses,
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    lastUsedAt: row.lastUsedAt?.getTime() ?? null,
    lastUsedFrom,
    revokedAt: row.revokedAt?.getTime() ?? null,
    revokedBy,
  };
}

/**
 * Lists the signed-in member's tokens, newest first, including tokens that expired or were revoked in the last
 * 30 days.
 */
export async function listOwnApiTokens(): Promise<Outcome<readonly ApiToken[]>> {
  const allowed = await authorize('editProfile');
  if (!allowed.ok) return allowed;
  return ok((await queryApiTokens(await store(), allowed.value.id)).map(toApiToken));
}

/** Lists a member's tokens for an admin. */
export async function listMemberApiTokens(memberId: string): Promise<Outcome<readonly ApiToken[]>> {
  const allowed = await authorize('manageTeam');
  if (!allowed.ok) return allowed;
  return ok((await queryApiTokens(await store(), memberId)).map(toApiToken));
}

export interface ApiTokenDetails {
  readonly token: ApiToken;
  readonly member: { readonly id: string; readonly email: string; readonly name: string | null };
  readonly isYours: boolean;
}

/** Reads one of the member's own tokens or, for an admin, any member's token. */
export async function readApiToken(id: string): Promise<Outcome<ApiTokenDetails>> {
  const allowed = await authorize('editProfile');
  return allowed.ok ? findVisibleToken(allowed.value, id) : allowed;
}

/** Finds one of the member's own tokens or, for an admin, any member's token. */
async function findVisibleToken(viewer: Member, id: string): Promise<Outcome<ApiTokenDetails>> {
  const found = await findApiTokenById(await store(), id);
  const isYours = found?.member.id === viewer.id;
  if (!found || !(isYours || isAllowed(viewer.role, 'manageTeam'))) return fail({ kind: 'missing' });
  const { id: memberId, email, name } = found.member;
  return ok({ token: toApiToken(found.token), member: { id: memberId, email, name }, isYours });
}

export interface ApiTokenRequest {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly customerId: number | null;
  /** The addresses and networks from which the token works, such as 10.0.0.0/24. */
  readonly addresses: readonly string[];
  /** The number of days until the token expires. */
  readonly days: number;
}

/**
 * Creates a token for the signed-in member, and notifies the member by email. Only this function ever returns
 * the token. Fails with `invalid`
 * if the name is taken, the member has too many tokens, or the customer doesn't exist, and with `forbidden`
 * if the member's role doesn't allow all of the scopes. Fails with `reauthentication_required` if the member
 * hasn't signed in or confirmed their identity in the last ten minutes, because someone else may have taken
 * over the session, and the token would outlive the session.
 */
export async function createOwnApiToken(request: ApiTokenRequest): Promise<Outcome<{ token: string }>> {
  const allowed = await authorizeRecently('editProfile');
  if (!allowed.ok) return allowed;
  const member = allowed.value;
  const ofRole = scopesOfRole(member.role);
  if (!request.scopes.every((scope) => ofRole.includes(scope))) return fail({ kind: 'forbidden' });
  const problems = await findProblems(member, request);
  if (!problems.ok) return problems;
  if (Object.keys(problems.value).length > 0) return fail({ kind: 'invalid', fields: problems.value });
  const token = createApiToken();
  return changeAndRecord(async (tx, record) => {
    const secret = { tokenHash: hashApiToken(token), ending: getTokenEnding(token) };
    const id = await insertApiToken(tx, member, { ...request, ...secret });
    if (id === undefined) return fail({ kind: 'forbidden' });
    await record({ name: 'api_token.created', by: member, details: { id, label: request.name } });
    await queueNotification(tx, 'api_token.created', id, member.id);
    return ok({ token });
  });
}

async function findProblems(
  { id }: Member,
  { name, scopes, customerId }: ApiTokenRequest,
): Promise<Outcome<FieldErrors>> {
  const db = await store();
  const problems: Record<string, string> = {};
  if (await isTokenNameTaken(db, id, name)) problems.name = 'You already have a token with this name.';
  if ((await countLiveTokens(db, id)) >= MAX_TOKENS) {
    problems.name = `You already have ${MAX_TOKENS} tokens. Revoke one that you don’t need.`;
  }
  if (scopes.length === 0) problems.access = 'Choose at least one operation.';
  if (customerId === null) return ok(problems);
  if (scopes.some(isTemplateScope)) {
    problems.customer =
      'Templates don’t belong to a customer. Remove the template operations or the customer.';
    return ok(problems);
  }
  const customer = await readFromService('getCustomer', { id: customerId });
  if (!customer.ok && customer.failure.kind !== 'missing') return customer;
  if (!customer.ok) problems.customer = 'There’s no customer with this number.';
  return ok(problems);
}

/** Revokes one of the member's own tokens or, for an admin, any member's token. */
export async function revokeVisibleApiToken(id: string): Promise<Outcome<null>> {
  const allowed = await authorize('editProfile');
  if (!allowed.ok) return allowed;
  const found = await findVisibleToken(allowed.value, id);
  if (!found.ok) return found;
  const { member, token, isYours } = found.value;
  const details = { id, label: token.name };
  await changeAndRecord(async (tx, record) => {
    if (!(await revokeApiToken(tx, id, allowed.value.email))) return;
    await record({ name: 'api_token.revoked', by: allowed.value, about: isYours ? null : member, details });
  });
  return ok(null);
}
