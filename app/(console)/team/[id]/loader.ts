import 'server-only';
import { cache } from 'react';
import { requireMember } from '#lib/auth/session.ts';
import { readTeamMember, type TeamMemberDetails } from '#lib/data/team.ts';
import { pageForbidden, pageNotFound } from '../../../page-error.tsx';

const readTeamMemberOnce = cache(readTeamMember);

/**
 * Loads a member for the team pages. Redirects to sign-in if there is no session. Responds with 403 if the
 * signed-in member isn't an admin, or with 404 if the requested member doesn't exist.
 */
export async function loadMember(params: Promise<{ id: string }>): Promise<TeamMemberDetails> {
  await requireMember();
  const details = await readTeamMemberOnce((await params).id);
  if (details.ok) return details.value;
  if (details.failure.kind === 'forbidden') pageForbidden();
  pageNotFound();
}
