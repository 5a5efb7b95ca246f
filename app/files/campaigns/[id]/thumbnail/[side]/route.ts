import type { NextRequest } from 'next/server';
import { getMember } from '#lib/auth/session.ts';
import { campaignThumbnail, thumbnailWidth } from '#lib/data/assets.ts';
import { fileOf, idOf, noFile, signInForFile } from '#lib/http/responses.ts';

interface Context {
  readonly params: Promise<{ id: string; side: string }>;
}

export async function GET(request: NextRequest, { params }: Context): Promise<Response> {
  if (!(await getMember())) return signInForFile(request);
  const { id: idText, side } = await params;
  const id = idOf(idText);
  const width = thumbnailWidth(request.nextUrl.searchParams.get('w'));
  if (id === null || width === null || !/^[0-9]$/.test(side)) return noFile({ kind: 'missing' }, request);
  const picture = await campaignThumbnail(id, Number(side), width);
  return picture.ok
    ? fileOf(picture.value, request, `campaign-${id}-${side}.webp`)
    : noFile(picture.failure, request);
}
