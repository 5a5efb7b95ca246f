/** The authority on who may do what: every function of lib/data that others use begins here. */
import 'server-only';
import { getMember, type Member } from '#lib/auth/session.ts';
import type { Input, OperationName, Output } from '#lib/contract/operations.ts';
import { encode, type FieldErrors, WireError } from '#lib/contract/wire.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { isAllowed, type Permission } from '#lib/domain/permissions.ts';
import { type CallOptions, readFromService } from '#lib/upstream/client.ts';

/** The signed-in member, if their role has the right. */
export async function authorize(right: Permission): Promise<Outcome<Member>> {
  const member = await getMember();
  return member && isAllowed(member.role, right) ? ok(member) : fail({ kind: 'forbidden' });
}

/** Runs a reading operation for the signed-in member. */
export async function readAuthorized<N extends OperationName>(
  operation: N,
  input: Input<N>,
  options?: CallOptions,
): Promise<Outcome<Output<N>>> {
  const allowed = await authorize(operation);
  if (!allowed.ok) return allowed;
  const wrong = findInputProblems(operation, input);
  if (wrong) return fail({ kind: 'invalid', fields: wrong });
  const answer = await readFromService(operation, input, options);
  return answer.ok ? answer : fail(answer.failure);
}

/** What does not fit the operation's row, by field; null when all does. */
export function findInputProblems<N extends OperationName>(operation: N, input: Input<N>): FieldErrors | null {
  try {
    encode(operation, input);
    return null;
  } catch (error) {
    if (error instanceof WireError) return error.fields;
    throw error;
  }
}
