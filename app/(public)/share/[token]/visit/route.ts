import { fromOurPages } from '#lib/auth/origin.ts';
import { recordGuestVisit } from '#lib/data/guest/actions.ts';

interface Context {
  readonly params: Promise<{ token: string }>;
}

/** Told by a shared page's script once somebody does something there. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  if (!fromOurPages(request.headers)) return new Response(null, { status: 403 });
  await recordGuestVisit((await params).token);
  return new Response(null, { status: 204 });
}
