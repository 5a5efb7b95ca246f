import 'server-only';
import { readBearerToken } from './api-token.ts';
import { isValidToken } from './authenticate-token.ts';
import { readCookie } from './origin.ts';
import { findSessionMember } from './session.ts';
import { openSessionToken, sessionCookie } from './session-token.ts';

/**
 * Returns whether a request comes from a member, or from a program with a member's token. Called before Next
 * handles the request. Doesn't count as use of the session or the token.
 * @throws if the database can't be reached
 */
export async function isFromMember(headers: Pick<Headers, 'get'>): Promise<boolean> {
  const token = readBearerToken(headers);
  if (token !== null) return isValidToken(token, headers);
  const cookie = readCookie(headers, sessionCookie()) ?? '';
  const claims = cookie === '' ? null : await openSessionToken(cookie);
  return claims !== null && (await findSessionMember(claims)) !== null;
}
