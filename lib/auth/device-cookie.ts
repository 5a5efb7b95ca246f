/**
 * The device cookie, which shows that a member has signed in with this browser before. Wrong passwords from a
 * browser with a device cookie have their own rate limit, so attackers elsewhere can't use up the member's
 * attempts. The cookie doesn't replace the password.
 */
import 'server-only';
import { randomUUID } from 'node:crypto';
import { cookies } from 'next/headers';
import { DEVICE_COOKIE_DAYS, MAX_DEVICE_ENTRIES } from '#lib/domain/rate-limits.ts';
import type { MemberRow } from '#lib/store/members.ts';
import { DAY_MS } from '#lib/time-units.ts';
import { cookieAttributes, cookieName } from './cookie-attributes.ts';
import { seal, unseal } from './seals.ts';

const LIFETIME_MS = DEVICE_COOKIE_DAYS * DAY_MS;

export const deviceCookie = (): string => cookieName('mailroom-device');

/** Returns the value of this browser's device cookie. */
export const readDeviceCookie = async (): Promise<string | undefined> =>
  (await cookies()).get(deviceCookie())?.value;

/**
 * Returns the id of the browser that the cookie belongs to. Returns null if the member has never signed in
 * with the browser, or if the console has since forgotten the member's devices.
 */
export async function findDevice(
  cookie: string | undefined,
  member: Pick<MemberRow, 'id' | 'deviceEpoch'> | undefined,
): Promise<string | null> {
  const opened = cookie === undefined ? null : await unseal('device', cookie);
  const entry = opened?.members.find(({ id }) => id === member?.id);
  return opened && entry?.epoch === member?.deviceEpoch ? opened.device : null;
}

/** Remembers that the member signed in with this browser. */
export async function rememberDevice({
  id,
  deviceEpoch,
}: Pick<MemberRow, 'id' | 'deviceEpoch'>): Promise<void> {
  const cookie = await readDeviceCookie();
  const known = cookie === undefined ? null : await unseal('device', cookie);
  const others = (known?.members ?? []).filter((entry) => entry.id !== id);
  const contents = {
    device: known?.device ?? randomUUID(),
    members: [{ id, epoch: deviceEpoch }, ...others].slice(0, MAX_DEVICE_ENTRIES),
  };
  (await cookies()).set(deviceCookie(), await seal('device', contents, LIFETIME_MS), {
    ...cookieAttributes(),
    maxAge: LIFETIME_MS / 1_000,
  });
}
