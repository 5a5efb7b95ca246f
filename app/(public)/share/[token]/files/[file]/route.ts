import { after, type NextRequest } from 'next/server';
import { parseThumbnailWidth } from '#lib/data/assets.ts';
import { checkGuestReviewFile, type GuestReviewFile, readGuestReviewFile } from '#lib/data/guest/review.ts';
import { invalidShareLinkResponse, isGuestReviewFile } from '#lib/http/private-links.ts';
import { fileHeadResponse, fileResponse } from '#lib/http/responses.ts';

interface Context {
  readonly params: Promise<{ token: string; file: string }>;
}

/** Serves a thumbnail or the proof. Responds to every failure in the same way as to an invalid link. */
export async function GET(request: NextRequest, context: Context): Promise<Response> {
  const target = await parseTarget(request, context);
  if (!target) return invalidShareLinkResponse();
  const asset = await readGuestReviewFile(target.token, target.file, target.width, after);
  if (!asset.ok) return invalidShareLinkResponse();
  return withoutCaching(fileResponse(asset.value, request, fileName(target.file)));
}

/** Without this function, Next would handle a HEAD request by running GET, which downloads the file. */
export async function HEAD(request: NextRequest, context: Context): Promise<Response> {
  const target = await parseTarget(request, context);
  if (!target) return invalidShareLinkResponse();
  const type = await checkGuestReviewFile(target.token, target.file, after);
  if (!type.ok) return invalidShareLinkResponse();
  return withoutCaching(fileHeadResponse(type.value, fileName(target.file)));
}

/**
 * The URL's `v` parameter isn't read, because its only purpose is to make browsers load a changed file again.
 */
async function parseTarget({ nextUrl }: NextRequest, { params }: Context) {
  const { token, file } = await params;
  const width = parseThumbnailWidth(nextUrl.searchParams.get('w') ?? '1200');
  return isGuestReviewFile(file) && width !== null ? { token, file, width } : null;
}

const fileName = (file: GuestReviewFile): string => (file === 'proof' ? 'proof.pdf' : `${file}.webp`);

function withoutCaching(response: Response): Response {
  response.headers.set('cache-control', 'private, no-store');
  return response;
}
