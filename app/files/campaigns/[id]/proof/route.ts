import { getMember } from '#lib/auth/session.ts';
import { readCampaignProof } from '#lib/data/assets.ts';
import { fileFailureResponse, fileResponse, fileSignInResponse, parseId } from '#lib/http/responses.ts';

interface Context {
  readonly params: Promise<{ id: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  if (!(await getMember())) return fileSignInResponse(request);
  const id = parseId((await params).id);
  if (id === null) return fileFailureResponse({ kind: 'missing' }, request);
  const proof = await readCampaignProof(id);
  return proof.ok
    ? fileResponse(proof.value, request, `campaign-${id}-proof.pdf`)
    : fileFailureResponse(proof.failure, request);
}
