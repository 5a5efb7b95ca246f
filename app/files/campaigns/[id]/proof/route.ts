import { getMember } from '#lib/auth/session.ts';
import { campaignProof } from '#lib/data/assets.ts';
import { fileOf, idOf, noFile, signInForFile } from '#lib/http/responses.ts';

interface Context {
  readonly params: Promise<{ id: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  if (!(await getMember())) return signInForFile(request);
  const id = idOf((await params).id);
  if (id === null) return noFile({ kind: 'missing' }, request);
  const proof = await campaignProof(id);
  return proof.ok ? fileOf(proof.value, request, `campaign-${id}-proof.pdf`) : noFile(proof.failure, request);
}
