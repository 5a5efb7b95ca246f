import 'server-only';
import { cookies } from 'next/headers';
import { ZoneCookieSync } from '#components/shell/zone-cookie-sync.tsx';
import { zoneCookie } from '#lib/auth/date-settings.ts';

/**
 * Stores the browser's time zone. Pages with times also use this component, so that a browser's first page is
 * refreshed. For other pages, the layout's is enough.
 */
export async function BrowserZone({ showsTimes = false }: { showsTimes?: boolean }) {
  const serverZone = (await cookies()).get(zoneCookie())?.value;
  return <ZoneCookieSync cookieName={zoneCookie()} serverZone={serverZone} showsTimes={showsTimes} />;
}
