import { isSameOrigin } from '#lib/auth/origin.ts';
import { recordGuestVisit } from '#lib/data/guest/visits.ts';

interface Context {
  readonly params: Promise<{ token: string }>;
}

/** Records a guest's visit. The page's script calls this route when the guest first interacts with the page. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  if (!isSameOrigin(request.headers)) return new Response(null, { status: 403 });
  await recordGuestVisit((await params).token);
  return new Response(null, { status: 204 });
}
