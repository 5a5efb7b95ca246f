/**
 * next-auth's own route handler takes whatever a browser sends: a malformed callbackUrl, in the query or in its cookie, is
 * answered with a 500, and its log route writes what anybody posts. So it gets a request that was gone through first.
 */
import 'server-only';
import type { NextApiRequest, NextApiResponse } from 'next';
import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { BodyError, readBody } from '../body.ts';
import { env } from '../env.ts';
import { safePath } from './callback-url.ts';
import { authOptions } from './next-auth.ts';
import { fromOurPages } from './origin.ts';

const ACTIONS = new Set(['csrf', 'session', 'providers', 'signin', 'signout', 'callback', 'error']);
const MAX_BODY = 16 * 1024;

/** @param segments of the path after /api/auth */
export async function handleAuth(request: NextRequest, segments: readonly string[]): Promise<Response> {
  const [action = '', provider = 'credentials'] = segments;
  if (!ACTIONS.has(action) || provider !== 'credentials' || segments.length > 2)
    return plain(404, 'Not found');
  // Posts carry next-auth's own token; one from another site doesn't even get to it.
  const elsewhere = request.headers.has('origin') || request.headers.has('sec-fetch-site');
  if (request.method === 'POST' && elsewhere && !fromOurPages(request.headers))
    return plain(403, 'Forbidden');
  const body = await readForm(request);
  if (body === null) return plain(400, 'Bad request');
  const reply = new Reply();
  const query = Object.fromEntries(new URL(request.url).searchParams);
  await NextAuth(
    {
      method: request.method,
      query: { ...safeTexts(query), nextauth: [...segments] },
      body: safeTexts(body),
      cookies: authCookies(request),
      headers: {},
    } as unknown as NextApiRequest,
    reply as unknown as NextApiResponse,
    authOptions(),
  );
  return reply.toResponse();
}

const plain = (status: number, words: string) =>
  new Response(words, { status, headers: { 'cache-control': 'no-store' } });

type Texts = Record<string, string>;

/** Both end up in a Location header. */
function safeTexts({ callbackUrl, error, ...rest }: Texts): Texts {
  return {
    ...rest,
    ...(callbackUrl !== undefined && { callbackUrl: safePath(callbackUrl, env().origin) }),
    ...(error !== undefined && /^\w{1,50}$/.test(error) && { error }),
  };
}

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

/** As much of a Node response as next-auth writes to. */
class Reply {
  #status = 200;
  readonly #headers = new Headers();
  #body: string | null = null;

  status(status: number): this {
    this.#status = status;
    return this;
  }
  getHeader(name: string): string[] {
    return name.toLowerCase() === 'set-cookie' ? this.#headers.getSetCookie() : [];
  }
  setHeader(name: string, value: string | string[]): this {
    this.#headers.delete(name);
    for (const one of [value].flat()) this.#headers.append(name, one);
    return this;
  }
  json(value: unknown): void {
    this.#headers.set('content-type', 'application/json');
    this.#body = JSON.stringify(value);
  }
  send(value: unknown): void {
    if (typeof value === 'object' && value !== null) this.json(value);
    else this.#body = value === undefined ? null : String(value);
  }
  end(): void {
    this.#body = null;
  }
  toResponse(): Response {
    this.#headers.set('cache-control', 'private, no-store');
    return new Response(this.#body, { status: this.#status, headers: this.#headers });
  }
}
