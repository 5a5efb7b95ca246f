import { after, type NextRequest } from 'next/server';
import { thumbnailWidth } from '#lib/data/assets.ts';
import { sharedFile } from '#lib/data/guest/review.ts';
import { deadLink, isSharedFile } from '#lib/http/private-links.ts';
import { fileOf } from '#lib/http/responses.ts';

interface Context {
  readonly params: Promise<{ token: string; file: string }>;
}

/** A picture or the proof. What can't be had is answered like a link that opens nothing, whatever the reason. */
export async function GET(request: NextRequest, { params }: Context): Promise<Response> {
  const { token, file } = await params;
  const { searchParams } = request.nextUrl;
  const width = thumbnailWidth(searchParams.get('w') ?? '1200');
  const print = searchParams.get('v') ?? '';
  if (!isSharedFile(file) || width === null || !/^[\w-]{0,12}$/.test(print)) return deadLink();
  const asset = await sharedFile(token, file, width, print, after);
  if (!asset.ok) return deadLink();
  const answer = fileOf(asset.value, request, file === 'proof' ? 'proof.pdf' : `${file}.webp`);
  answer.headers.set('cache-control', 'private, no-store');
  return answer;
}
