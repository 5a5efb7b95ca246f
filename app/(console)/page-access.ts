import 'server-only';
import { requireMember } from '#lib/auth/session.ts';
import { type Failure, fail } from '#lib/domain/outcome.ts';
import { isAllowed, type Permission } from '#lib/domain/permissions.ts';
import { parseId } from '#lib/http/responses.ts';
import { pageForbidden, pageNotFound } from '../page-error.tsx';

/**
 * Checks access to a campaign, customer, or template page. Redirects to sign-in if there is no session.
 * Responds with 404 if the id is malformed, or with 403 if the member's role lacks the required permission.
 */
export async function requirePageAccess(params: Promise<{ id: string }>, purpose: Permission) {
  const member = await requireMember();
  const id = parseId((await params).id) ?? pageNotFound();
  if (!isAllowed(member.role, purpose)) pageForbidden();
  return { member, id };
}

/**
 * Responds with 404 if a page's main resource is missing, or with 403 if the failure is `forbidden`. Returns
 * any other failure, so that the page can show it.
 */
export function notFoundOrForbidden(failure: Failure) {
  if (failure.kind === 'missing') pageNotFound();
  if (failure.kind === 'forbidden') pageForbidden();
  return fail(failure);
}
