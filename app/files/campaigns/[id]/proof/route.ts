import { getMember } from '#lib/auth/session.ts';
import { campaignProof } from '#lib/data/assets.ts';
import { fileOf, idOf, jsonOf, notFound, signInFirst } from '#lib/http.ts';

interface Context {
  readonly params: Promise<{ id: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  if (!(await getMember())) return signInFirst();
  const id = idOf((await params).id);
  if (id === null) return notFound();
  const proof = await campaignProof(id);
  return proof.ok ? fileOf(proof.value, request, `campaign-${id}-proof.pdf`) : jsonOf(proof);
}
