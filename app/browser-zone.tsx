import 'server-only';
import { cookies } from 'next/headers';
import { ZoneCookieSync } from '#components/shell/zone-cookie-sync.tsx';
import { secureCookies } from '#lib/auth/cookie-attributes.ts';
import { zoneCookie } from '#lib/auth/date-settings.ts';

const YEAR_S = 31_536_000;

/**
 * Stores the browser's time zone. Pages that show times also use this component, so that the first page a
 * browser opens is refreshed. On other pages, the layout's component is enough.
 */
export async function BrowserZone({ showsTimes = false }: { showsTimes?: boolean }) {
  const serverZone = (await cookies()).get(zoneCookie())?.value;
  // Browsers reject a cookie with the `secure` attribute over http.
  const attributes = `; path=/; max-age=${YEAR_S}; samesite=lax${secureCookies() ? '; secure' : ''}`;
  return (
    <ZoneCookieSync
      cookieName={zoneCookie()}
      cookieAttributes={attributes}
      serverZone={serverZone}
      showsTimes={showsTimes}
    />
  );
}
