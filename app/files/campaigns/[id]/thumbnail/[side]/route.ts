import type { NextRequest } from 'next/server';
import { getMember } from '#lib/auth/session.ts';
import { checkCampaignFile, parseThumbnailWidth, readCampaignThumbnail } from '#lib/data/assets.ts';
import {
  fileFailureResponse,
  fileHeadResponse,
  fileResponse,
  fileSignInResponse,
  parseId,
} from '#lib/http/responses.ts';

interface Context {
  readonly params: Promise<{ id: string; side: string }>;
}

export async function GET(request: NextRequest, context: Context): Promise<Response> {
  if (!(await getMember())) return fileSignInResponse(request);
  const target = await parseTarget(request, context);
  if (!target) return fileFailureResponse({ kind: 'missing' }, request);
  const thumbnail = await readCampaignThumbnail(target.id, target.side, target.width);
  return thumbnail.ok
    ? fileResponse(thumbnail.value, request, fileName(target))
    : fileFailureResponse(thumbnail.failure, request);
}

/** Without this function, Next would handle a HEAD request by running GET, which downloads the image. */
export async function HEAD(request: NextRequest, context: Context): Promise<Response> {
  if (!(await getMember())) return fileSignInResponse(request);
  const target = await parseTarget(request, context);
  if (!target) return fileFailureResponse({ kind: 'missing' }, request);
  const type = await checkCampaignFile(target.id, target.side);
  return type.ok
    ? fileHeadResponse(type.value, fileName(target))
    : fileFailureResponse(type.failure, request);
}

async function parseTarget({ nextUrl }: NextRequest, { params }: Context) {
  const { id: idText, side } = await params;
  const id = parseId(idText);
  const width = parseThumbnailWidth(nextUrl.searchParams.get('w'));
  return id !== null && width !== null && /^[0-9]$/.test(side) ? { id, width, side: Number(side) } : null;
}

const fileName = ({ id, side }: { readonly id: number; readonly side: number }): string =>
  `campaign-${id}-${side}.webp`;
