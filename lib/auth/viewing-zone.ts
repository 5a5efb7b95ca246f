import 'server-only';
import { cookies } from 'next/headers';
import { ZONE_COOKIE } from '#lib/format/zone-cookie.ts';
import { canonicalTimeZone } from '#lib/format/zones.ts';
import { getMember } from './session.ts';

/**
 * Returns the time zone for displayed times: the member's choice if set, otherwise the browser's time zone if
 * known, otherwise UTC.
 */
export async function viewingZone(): Promise<string> {
  const member = await getMember();
  const zone = member?.timeZone ?? (await cookies()).get(ZONE_COOKIE)?.value;
  return canonicalTimeZone(zone) ?? 'UTC';
}
