/**
 * Tests which requests get the higher size limit for members. The console chooses the limit before Next
 * handles the request.
 */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { isFromMember } from '#lib/auth/request-member.ts';
import { endSessionOf, issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { store } from '#lib/store/open.ts';
import { apiTokens } from '#lib/store/schema/api-tokens.ts';
import { addToken } from './support/api-tokens.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';

setUpHarness();

const send = (headers: Record<string, string>) => isFromMember(new Headers(headers));
const withCookie = (cookie: string) => ({ cookie: `a=b; ${sessionCookie()}=${cookie}; c=d` });

it('the console accepts a session until it ends', async () => {
  const cookie = await issueSessionToken(await addMember('session@mailroom.test', 'viewer'));
  expect(await send(withCookie(cookie))).toBe(true);
  expect(await send(withCookie(`${cookie}x`))).toBe(false);
  expect(await send({})).toBe(false);
  await endSessionOf(await store(), cookie);
  expect(await send(withCookie(cookie))).toBe(false);
});

it('the console accepts an API token until it is revoked, and ignores a session sent with an invalid token', async () => {
  const { text, id } = await addToken('viewer');
  const cookie = await issueSessionToken(await addMember('both@mailroom.test', 'viewer'));
  expect(await send({ authorization: `Bearer ${text}` })).toBe(true);
  expect(await send({ ...withCookie(cookie), authorization: `Bearer ${text}x` })).toBe(false);
  const db = await store();
  await db.update(apiTokens).set({ revokedAt: new Date() }).where(eq(apiTokens.id, id));
  expect(await send({ authorization: `Bearer ${text}` })).toBe(false);
});
