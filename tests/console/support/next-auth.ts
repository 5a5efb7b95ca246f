/** Sends requests to the routes that next-auth provides. */
import { NextRequest } from 'next/server';
import { beforeAll, beforeEach, expect } from 'vitest';
import { GET, POST } from '#app/api/auth/[...nextauth]/route.ts';
import { store } from '#lib/store/open.ts';
import { sessions } from '#lib/store/schema/sessions.ts';
import { setUpHarness } from './harness.ts';
import { addMember } from './members.ts';
import { ORIGIN } from './settings.ts';
import { PASSWORD, passwordHash } from './sign-in.ts';

const EMAIL = 'member@mailroom.test';

/** Starts a console. Before each test, ends all sessions, and adds a sender with the address `EMAIL`. */
export function setUpNextAuth(): void {
  setUpHarness();
  // next-auth reads NEXTAUTH_URL directly from the environment.
  beforeAll(() => expect(process.env.NEXTAUTH_URL).toBe(ORIGIN));
  beforeEach(async () => {
    await (await store()).delete(sessions);
    await addMember(EMAIL, 'sender', await passwordHash());
  });
}

export interface AuthRequest {
  readonly method?: 'GET' | 'POST';
  readonly form?: Readonly<Record<string, string>>;
  readonly cookies?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export function requestNextAuth(
  path: string,
  { method = 'GET', form, cookies = {}, headers = {} }: AuthRequest = {},
): Promise<Response> {
  const url = new URL(`/api/auth/${path}`, 'http://forged.example');
  const request = new NextRequest(url, {
    method,
    headers: {
      cookie: Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...headers,
    },
    ...(form ? { body: new URLSearchParams(form).toString() } : {}),
  });
  const nextauth = url.pathname.split('/').slice(3);
  return (method === 'GET' ? GET : POST)(request, { params: Promise.resolve({ nextauth }) });
}

export function parseCookies(response: Response): Record<string, string> {
  const pairs = response.headers.getSetCookie().map((line) => line.split(';', 1)[0]?.split('=') ?? []);
  return Object.fromEntries(
    pairs.map(([name = '', ...value]) => [name, decodeURIComponent(value.join('='))]),
  );
}

/** Signs in `EMAIL` with next-auth’s form. */
export async function signInThroughNextAuth(
  overrides: Readonly<Record<string, string>> = {},
  headers: Record<string, string> = {},
  path = 'callback/credentials',
) {
  const csrf = await requestNextAuth('csrf');
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  return requestNextAuth(path, {
    method: 'POST',
    form: { csrfToken, email: EMAIL, password: PASSWORD, ...overrides },
    cookies: Object.fromEntries(
      Object.entries(parseCookies(csrf)).map(([name, value]) => [name, encodeURIComponent(value)]),
    ),
    headers,
  });
}
