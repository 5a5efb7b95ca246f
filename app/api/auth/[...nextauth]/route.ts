import type { NextRequest } from 'next/server';
import { handleAuthRequest } from '#lib/auth/next-auth-handler.ts';

interface Context {
  readonly params: Promise<{ nextauth: string[] }>;
}

async function handle(request: NextRequest, { params }: Context): Promise<Response> {
  return handleAuthRequest(request, (await params).nextauth);
}

export { handle as GET, handle as POST };
