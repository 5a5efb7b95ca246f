import { getMember } from '#lib/auth/session.ts';
import { checkCampaignFile, readCampaignProof } from '#lib/data/assets.ts';
import {
  fileFailureResponse,
  fileHeadResponse,
  fileResponse,
  fileSignInResponse,
  parseId,
} from '#lib/http/responses.ts';

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

/** Without this function, Next would handle a HEAD request by running GET, which downloads the proof. */
export async function HEAD(request: Request, { params }: Context): Promise<Response> {
  if (!(await getMember())) return fileSignInResponse(request);
  const id = parseId((await params).id);
  const type = id !== null && (await checkCampaignFile(id, 'proof'));
  if (!type) return fileFailureResponse({ kind: 'missing' }, request);
  return type.ok
    ? fileHeadResponse(type.value, `campaign-${id}-proof.pdf`)
    : fileFailureResponse(type.failure, request);
}
