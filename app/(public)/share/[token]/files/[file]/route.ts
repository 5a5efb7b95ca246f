import { after, type NextRequest } from 'next/server';
import { parseThumbnailWidth } from '#lib/data/assets.ts';
import { readGuestReviewFile } from '#lib/data/guest/review.ts';
import { invalidShareLinkResponse, isGuestReviewFile } from '#lib/http/private-links.ts';
import { fileResponse } from '#lib/http/responses.ts';

interface Context {
  readonly params: Promise<{ token: string; file: string }>;
}

/** Serves a thumbnail or the proof. Responds to every failure as if the link were invalid. */
export async function GET(request: NextRequest, { params }: Context): Promise<Response> {
  const { token, file } = await params;
  const { searchParams } = request.nextUrl;
  const width = parseThumbnailWidth(searchParams.get('w') ?? '1200');
  const version = searchParams.get('v') ?? '';
  if (!isGuestReviewFile(file) || width === null || !/^[\w-]{0,12}$/.test(version))
    return invalidShareLinkResponse();
  const asset = await readGuestReviewFile(token, file, width, version, after);
  if (!asset.ok) return invalidShareLinkResponse();
  const response = fileResponse(asset.value, request, file === 'proof' ? 'proof.pdf' : `${file}.webp`);
  response.headers.set('cache-control', 'private, no-store');
  return response;
}
