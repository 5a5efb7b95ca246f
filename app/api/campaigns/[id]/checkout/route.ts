import { getPollingMember } from '#lib/auth/session.ts';
import { readLiveCheckout } from '#lib/data/live.ts';
import { jsonResponse, notFoundResponse, parseId, signInRequiredResponse } from '#lib/http/responses.ts';

interface Context {
  readonly params: Promise<{ id: string }>;
}

export async function GET(_: Request, { params }: Context): Promise<Response> {
  const member = await getPollingMember();
  if (!member) return signInRequiredResponse();
  const id = parseId((await params).id);
  return id === null ? notFoundResponse() : jsonResponse(await readLiveCheckout(id, member));
}
