import { getMember } from '#lib/auth/session.ts';
import { liveCampaign } from '#lib/data/live.ts';
import { idOf, jsonOf, notFound, signInFirst } from '#lib/http/responses.ts';

interface Context {
  readonly params: Promise<{ id: string }>;
}

export async function GET(_: Request, { params }: Context): Promise<Response> {
  if (!(await getMember())) return signInFirst();
  const id = idOf((await params).id);
  return id === null ? notFound() : jsonOf(await liveCampaign(id));
}
