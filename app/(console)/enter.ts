import 'server-only';
import { forbidden, notFound } from 'next/navigation';
import { mayRun, type Right } from '#lib/auth/roles.ts';
import { requireMember } from '#lib/auth/session.ts';
import { idOf } from '#lib/http.ts';
import { type Failure, fail } from '#lib/outcome.ts';

/**
 * Who comes to the page of which campaign, customer or template: signed in, to an id that can be one, with a role that
 * may do what the page is for. Anything else is another page: sign-in, 404 or 403.
 */
export async function enter(params: Promise<{ id: string }>, purpose: Right) {
  const member = await requireMember();
  const id = idOf((await params).id) ?? notFound();
  if (!mayRun(member.role, purpose)) forbidden();
  return { member, id };
}

/** What a page is about couldn't be read: 404 or 403 where that says it all, else for the page to tell. */
export function unread(failure: Failure) {
  if (failure.kind === 'missing') notFound();
  if (failure.kind === 'forbidden') forbidden();
  return fail(failure);
}
