/** Access control for members. Functions in lib/data check access before reading or changing data. */
import 'server-only';
import { currentBackgroundCaller } from '#lib/auth/background-caller.ts';
import { recordRefusedAccess } from '#lib/auth/refused-access.ts';
import { type Account, getAccount, getMember, type Member } from '#lib/auth/session.ts';
import { currentTokenCaller } from '#lib/auth/token-caller.ts';
import type { Input, OperationName, Output } from '#lib/contract/operations.ts';
import { encodeRequest, WireError } from '#lib/contract/wire.ts';
import { isGranted } from '#lib/domain/api-token.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { isAllowed, type Permission } from '#lib/domain/permissions.ts';
import { runInSpan } from '#lib/tracing/spans.ts';
import { type ReadOperation, type ReadOptions, readFromService } from '#lib/upstream/client.ts';

/**
 * Returns the signed-in member if the member's role has the permission. In a request with an API token,
 * returns the token's member if both the member's role and the token have the permission. In background
 * work, returns the member for whom the work is done. If a permission is missing, records a security event.
 * @param known the signed-in member, if already loaded
 */
export async function authorize(permission: Permission, known?: Member): Promise<Outcome<Member>> {
  const token = currentTokenCaller();
  const member = token?.member ?? currentBackgroundCaller()?.member ?? known ?? (await getMember());
  const isScoped = token === null || isGranted(token, permission);
  if (member && isScoped && isAllowed(member.role, permission)) return ok(member);
  if (member) await recordRefusedAccess(member, permission, token);
  return fail({ kind: 'forbidden' });
}

/**
 * Returns the signed-in member's session, even if the member must add a second factor before doing anything
 * else. Use this function only on pages and in actions where members confirm their identity or manage their
 * second factors.
 */
export async function authorizeAccount(): Promise<Outcome<Account>> {
  const account = await getAccount();
  return account ? ok(account) : fail({ kind: 'forbidden' });
}

/**
 * Returns the signed-in member's session like `authorizeAccount`, but fails with `reauthentication_required`
 * if the member hasn't signed in or confirmed their identity in the last ten minutes. Call this function
 * before changes that outlive a session, because someone else may have taken over the session.
 */
export async function authorizeRecentAccount(): Promise<Outcome<Account>> {
  const allowed = await authorizeAccount();
  if (!allowed.ok || allowed.value.isRecentlyAuthenticated) return allowed;
  return fail({ kind: 'reauthentication_required' });
}

/**
 * Returns the signed-in member like `authorize`, but fails with `reauthentication_required` if the member hasn't
 * signed in or confirmed their identity in the last ten minutes.
 */
export async function authorizeRecently(permission: Permission): Promise<Outcome<Member>> {
  const allowed = await authorize(permission);
  if (!allowed.ok) return allowed;
  const recent = await authorizeRecentAccount();
  return recent.ok ? allowed : recent;
}

interface AuthorizedReadOptions extends ReadOptions {
  /** The signed-in member, if already loaded. */
  readonly member?: Member | undefined;
}

/** Runs a read operation for the signed-in member. */
export async function readAuthorized<N extends ReadOperation>(
  operation: N,
  input: Input<N>,
  options: AuthorizedReadOptions = {},
): Promise<Outcome<Output<N>>> {
  return runInSpan(`data ${operation}`, {}, () => readAllowed(operation, input, options));
}

async function readAllowed<N extends ReadOperation>(
  operation: N,
  input: Input<N>,
  { member, ...options }: AuthorizedReadOptions,
): Promise<Outcome<Output<N>>> {
  const allowed = await authorize(operation, member);
  if (!allowed.ok) return allowed;
  try {
    return await readFromService(operation, input, options);
  } catch (error) {
    return fail(invalidInput(error));
  }
}

/**
 * Checks the input of a write operation. Callers must check the input before reading data or claiming a lock
 * for the write. Returns null if the input is valid.
 */
export function refuseInvalidInput<N extends OperationName>(operation: N, input: Input<N>): Failure | null {
  try {
    encodeRequest(operation, input);
    return null;
  } catch (error) {
    return invalidInput(error);
  }
}

/**
 * Converts a WireError to a failure.
 * @throws the given error if it isn't a WireError
 */
function invalidInput(error: unknown): Failure {
  if (error instanceof WireError) return { kind: 'invalid', fields: error.fields };
  throw error;
}
