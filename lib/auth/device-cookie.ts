/**
 * The device cookie, which shows that a member has signed in with this browser before. Wrong passwords from a
 * browser with a device cookie have their own rate limit, so attackers elsewhere can't use up the member's
 * attempts. The cookie doesn't replace the password.
 */
import 'server-only';
import { randomUUID } from 'node:crypto';
import { MAX_DEVICE_ENTRIES } from '#lib/domain/rate-limits.ts';
import type { MemberRow } from '#lib/store/members.ts';
import { readSealedCookie, setSealedCookie } from './sealed-cookies.ts';
import type { SealContents } from './seals.ts';

export type DeviceCookie = SealContents['device'];

/**
 * Returns the contents of this browser's device cookie. Returns null if the browser has no valid device
 * cookie.
 */
export const readDeviceCookie = (): Promise<DeviceCookie | null> => readSealedCookie('device');

/**
 * Returns the id of the browser that the cookie belongs to. Returns null if the member has never signed in
 * with the browser, or if the console has since forgotten the member's devices.
 */
export function findDevice(
  cookie: DeviceCookie | null,
  member: Pick<MemberRow, 'id' | 'deviceEpoch'> | undefined,
): string | null {
  const entry = cookie?.members.find(({ id }) => id === member?.id);
  return cookie && entry && entry.epoch === member?.deviceEpoch ? cookie.device : null;
}

/** Remembers that the member signed in with this browser. */
export async function rememberDevice({
  id,
  deviceEpoch,
}: Pick<MemberRow, 'id' | 'deviceEpoch'>): Promise<void> {
  const known = await readDeviceCookie();
  const others = (known?.members ?? []).filter((entry) => entry.id !== id);
  await setSealedCookie('device', {
    device: known?.device ?? randomUUID(),
    members: [{ id, epoch: deviceEpoch }, ...others].slice(0, MAX_DEVICE_ENTRIES),
  });
}
