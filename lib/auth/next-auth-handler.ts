/**
 * next-auth's own route handler takes whatever a browser sends: a malformed callbackUrl, in the query or in its cookie, is
 * answered with a 500, and its log route writes what anybody posts. So it gets a request that was gone through first.
 */
import 'server-only';
import type { NextRequest } from 'next/server';
import { BodyError, readBody } from '#lib/http/body.ts';
import { authOptions } from './next-auth.ts';
import { ask, type Texts } from './next-auth-call.ts';
import { OIDC } from './oidc.ts';
import { beginOidc, endOidc } from './oidc-flow.ts';
import { fromOurPages } from './origin.ts';

const ACTIONS = new Set(['csrf', 'session', 'providers', 'signin', 'signout', 'callback', 'error']);
const MAX_BODY = 16 * 1024;

/** @param segments of the path after /api/auth */
export async function handleAuth(request: NextRequest, segments: readonly string[]): Promise<Response> {
  const [action = '', provider] = segments;
  const isKnown = provider === undefined || authOptions().providers.some(({ id }) => id === provider);
  if (!ACTIONS.has(action) || !isKnown || segments.length > 2) return plain(404, 'Not found');
  const isPost = request.method === 'POST';
  // Posts carry next-auth's own token, and one from another site doesn't even get to it. What goes to the provider has
  // none: it has to come from a page of ours.
  const tellsWhence = request.headers.has('origin') || request.headers.has('sec-fetch-site');
  if (isPost && (tellsWhence || provider === OIDC) && !fromOurPages(request.headers))
    return plain(403, 'Forbidden');
  const body = await readForm(request);
  if (body === null) return plain(400, 'Bad request');
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const asked = {
    method: request.method,
    segments,
    query,
    body,
    cookies: authCookies(request),
    forwardedFor: request.headers.get('x-forwarded-for'),
  };
  if (provider !== OIDC || action === 'error') return (await ask(asked)).toResponse();
  if (action === 'callback') return (await endOidc(asked, request)).toResponse();
  return (await (isPost ? beginOidc(asked) : ask(asked))).toResponse();
}

const plain = (status: number, words: string) =>
  new Response(words, { status, headers: { 'cache-control': 'no-store' } });

/** Null for anything but a small form or a small flat JSON object. */
async function readForm(request: Request): Promise<Texts | null> {
  if (request.method !== 'POST') return {};
  const text = await readText(request);
  if (text === null) return null;
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text));
  try {
    const json: unknown = text === '' ? {} : JSON.parse(text);
    if (typeof json !== 'object' || json === null) return null;
    return Object.fromEntries(
      Object.entries(json).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    // Not JSON: the same as any other body that is no form.
    return null;
  }
}

async function readText(request: Request): Promise<string | null> {
  try {
    return (await readBody(request.body ?? [], undefined, MAX_BODY)).toString();
  } catch (error) {
    if (error instanceof BodyError) return null;
    throw error;
  }
}

/** next-auth's cookies without its memory of where to go, which our own parameter replaces. */
function authCookies(request: NextRequest): Texts {
  const ours = request.cookies.getAll().filter(({ name }) => !name.endsWith('next-auth.callback-url'));
  return Object.fromEntries(ours.map(({ name, value }) => [name, value]));
}
