import 'server-only';
import { cookies, headers } from 'next/headers';
import type { MemberRow } from '#lib/store/members.ts';
import { callerAddress } from './caller-address.ts';
import { cookieAttributes } from './cookie-attributes.ts';
import { rememberDevice } from './device-cookie.ts';
import { changeAndRecord, type SignInMethod, signInEvent } from './security-events.ts';
import { getAccount } from './session.ts';
import {
  cookieSeconds,
  endSessionOf,
  issueSessionToken,
  type SignInContext,
  sessionCookie,
} from './session-token.ts';

/**
 * Signs the member in to this browser. Replaces any earlier session.
 * @param member the member's row as it was before the password was checked or changed
 * @param method how the member signed in, or null if the member was signed in already
 */
export async function startSession(
  member: Pick<MemberRow, 'id' | 'email' | 'passwordHash' | 'deviceEpoch'>,
  method: SignInMethod | null,
  context: SignInContext = {},
): Promise<void> {
  const [jar, requestHeaders] = await Promise.all([cookies(), headers()]);
  const client = {
    address: await callerAddress(),
    userAgent: requestHeaders.get('user-agent'),
    earlierCookie: jar.get(sessionCookie())?.value,
  };
  const token = await changeAndRecord(async (tx, record) => {
    const issued = await issueSessionToken(member, client, context, tx);
    if (method !== null) await record(signInEvent(member, method, client));
    return issued;
  });
  jar.set(sessionCookie(), token, { ...cookieAttributes(), maxAge: cookieSeconds() });
  await rememberDevice(member);
}

/** Signs the member out of this browser. Sessions in other browsers continue. */
export async function endSession(): Promise<void> {
  const [jar, account] = [await cookies(), await getAccount()];
  const cookie = jar.get(sessionCookie())?.value;
  if (cookie !== undefined) {
    await changeAndRecord(async (tx, record) => {
      await endSessionOf(tx, cookie);
      if (account) await record({ name: 'session.signed_out', by: account.member });
    });
  }
  jar.set(sessionCookie(), '', { ...cookieAttributes(), maxAge: 0 });
}
