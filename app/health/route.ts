import { getPollingMember } from '#lib/auth/session.ts';
import { readHealth } from '#lib/data/health.ts';
import { jsonResponse, signInRequiredResponse } from '#lib/http/responses.ts';

/** Responds with what an operator wants to know about this console, if an admin asks. */
export async function GET(): Promise<Response> {
  const member = await getPollingMember();
  return member ? jsonResponse(await readHealth(member)) : signInRequiredResponse();
}
