import type { NextRequest } from 'next/server';
import { getMember } from '#lib/auth/session.ts';
import { parseThumbnailWidth, readCampaignThumbnail } from '#lib/data/assets.ts';
import { fileFailureResponse, fileResponse, fileSignInResponse, parseId } from '#lib/http/responses.ts';

interface Context {
  readonly params: Promise<{ id: string; side: string }>;
}

export async function GET(request: NextRequest, { params }: Context): Promise<Response> {
  if (!(await getMember())) return fileSignInResponse(request);
  const { id: idText, side } = await params;
  const id = parseId(idText);
  const width = parseThumbnailWidth(request.nextUrl.searchParams.get('w'));
  if (id === null || width === null || !/^[0-9]$/.test(side))
    return fileFailureResponse({ kind: 'missing' }, request);
  const thumbnail = await readCampaignThumbnail(id, Number(side), width);
  return thumbnail.ok
    ? fileResponse(thumbnail.value, request, `campaign-${id}-${side}.webp`)
    : fileFailureResponse(thumbnail.failure, request);
}
