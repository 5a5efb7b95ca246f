import { getPollingMember } from '#lib/auth/session.ts';
import { readHealth } from '#lib/data/health.ts';
import { jsonResponse, signInRequiredResponse } from '#lib/http/responses.ts';

/** Responds with details about this console for operators, if the member is an admin. */
export async function GET(): Promise<Response> {
  const member = await getPollingMember();
  return member ? jsonResponse(await readHealth(member)) : signInRequiredResponse();
}
