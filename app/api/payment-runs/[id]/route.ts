import { getPollingMember } from '#lib/auth/session.ts';
import { readRunProgress } from '#lib/data/payment-run-turn.ts';
import { jsonResponse, notFoundResponse, parseId, signInRequiredResponse } from '#lib/http/responses.ts';

interface Context {
  readonly params: Promise<{ id: string }>;
}

/** Returns the values that an open payment run shows, so that the page can refresh when they change. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const member = await getPollingMember();
  if (!member) return signInRequiredResponse();
  const id = parseId((await params).id);
  return id === null ? notFoundResponse() : jsonResponse(await readRunProgress(id, member));
}
