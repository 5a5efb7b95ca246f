'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const YEAR_S = 31_536_000;

interface ZoneCookieSyncProps {
  readonly cookieName: string;
  readonly serverZone: string | undefined;
}

/**
 * Stores the browser's time zone in a cookie, and refreshes the page if the server used a different time
 * zone.
 */
export function ZoneCookieSync({ cookieName, serverZone }: ZoneCookieSyncProps) {
  const router = useRouter();
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!zone || zone === serverZone) return;
    // Over HTTPS, the cookie needs the `secure` attribute, because its name begins with __Host-.
    // Over HTTP, browsers reject cookies with the `secure` attribute.
    const secure = window.location.protocol === 'https:' ? '; secure' : '';
    const value = `${cookieName}=${encodeURIComponent(zone)}`;
    // biome-ignore lint/suspicious/noDocumentCookie: browsers don't provide the Cookie Store API over HTTP
    document.cookie = `${value}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`;
    router.refresh();
  }, [cookieName, serverZone, router]);
  return null;
}
