import 'server-only';
import { forbidden, notFound } from 'next/navigation';
import { cache } from 'react';
import { requireMember } from '#lib/auth/session.ts';
import { type OneOfTeam, readTeamMember } from '#lib/data/team.ts';

const readOnce = cache(readTeamMember);

/** The member that a page is about, for an admin. Anything else is another page: sign-in, 404 or 403. */
export async function loadMember(params: Promise<{ id: string }>): Promise<OneOfTeam> {
  await requireMember();
  const read = await readOnce((await params).id);
  if (read.ok) return read.value;
  if (read.failure.kind === 'forbidden') forbidden();
  notFound();
}
