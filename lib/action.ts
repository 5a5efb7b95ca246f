import 'server-only';
import type { z } from 'zod';
import type { Member } from './auth/session.ts';
import type { OperationName } from './contract/operations.ts';
import type { FormState } from './form-state.ts';

export type { FormState } from './form-state.ts';

/** An operation of the permissions table, or `member` for what every member may do. */
export type Permission = OperationName | 'member';

/**
 * The one wrapper of server actions: parse → origin → member → permission → run → state. `run` may redirect.
 * Fields are single texts; a wrong one comes back as a sentence beside it and everything typed comes back too, except
 * fields named password or source.
 */
export function formAction<S extends z.ZodObject>(
  _permission: Permission,
  _schema: S,
  _run: (input: z.output<S>, member: Member) => Promise<FormState>,
): (previous: FormState, form: FormData) => Promise<FormState> {
  throw new Error('action');
}
