import 'server-only';
import { forbidden, notFound } from 'next/navigation';
import { cache } from 'react';
import { requireMember } from '#lib/auth/session.ts';
import { readTeamMember, type TeamMemberDetails } from '#lib/data/team.ts';

const readTeamMemberOnce = cache(readTeamMember);

/** Loads the member that a page shows, for admins. Redirects to sign-in, or responds 404 or 403. */
export async function loadMember(params: Promise<{ id: string }>): Promise<TeamMemberDetails> {
  await requireMember();
  const details = await readTeamMemberOnce((await params).id);
  if (details.ok) return details.value;
  if (details.failure.kind === 'forbidden') forbidden();
  notFound();
}
