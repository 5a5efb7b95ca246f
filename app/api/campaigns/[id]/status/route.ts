import { getMember } from '#lib/auth/session.ts';
import { readLiveCampaign } from '#lib/data/live.ts';
import { idOf, jsonResponse, notFoundResponse, signInRequiredResponse } from '#lib/http/responses.ts';

interface Context {
  readonly params: Promise<{ id: string }>;
}

export async function GET(_: Request, { params }: Context): Promise<Response> {
  if (!(await getMember())) return signInRequiredResponse();
  const id = idOf((await params).id);
  return id === null ? notFoundResponse() : jsonResponse(await readLiveCampaign(id));
}
