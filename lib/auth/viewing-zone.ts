import 'server-only';
import { cookies } from 'next/headers';
import { ZONE_COOKIE } from '#lib/format/zone-cookie.ts';
import { canonicalTimeZone } from '#lib/format/zones.ts';
import { getMember } from './session.ts';

/** The zone times are shown in: the one the member chose, else the browser's, else UTC until that is known. */
export async function viewingZone(): Promise<string> {
  const member = await getMember();
  const zone = member?.timeZone ?? (await cookies()).get(ZONE_COOKIE)?.value;
  return canonicalTimeZone(zone) ?? 'UTC';
}
