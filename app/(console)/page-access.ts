import 'server-only';
import { forbidden, notFound } from 'next/navigation';
import { requireMember } from '#lib/auth/session.ts';
import { type Failure, fail } from '#lib/domain/outcome.ts';
import { isAllowed, type Permission } from '#lib/domain/permissions.ts';
import { idOf } from '#lib/http/responses.ts';

/**
 * Who comes to the page of which campaign, customer or template: signed in, to an id that can be one, with a role that
 * may do what the page is for. Anything else is another page: sign-in, 404 or 403.
 */
export async function requirePageAccess(params: Promise<{ id: string }>, purpose: Permission) {
  const member = await requireMember();
  const id = idOf((await params).id) ?? notFound();
  if (!isAllowed(member.role, purpose)) forbidden();
  return { member, id };
}

/** What a page is about couldn't be read: 404 or 403 where that says it all, else for the page to tell. */
export function notFoundOrForbidden(failure: Failure) {
  if (failure.kind === 'missing') notFound();
  if (failure.kind === 'forbidden') forbidden();
  return fail(failure);
}
