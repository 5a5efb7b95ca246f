'use client';

import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';

const YEAR_S = 31_536_000;

interface ZoneCookieSyncProps {
  readonly cookieName: string;
  readonly serverZone: string | undefined;
  /** Whether the page shows times in the browser's time zone. */
  readonly showsTimes: boolean;
}

/**
 * Stores the browser's time zone in a cookie. If the page shows times and the server used a different time zone,
 * also refreshes the page.
 */
export function ZoneCookieSync({ cookieName, serverZone, showsTimes }: ZoneCookieSyncProps) {
  const router = useRouter();
  const path = usePathname();
  const openedPath = useRef(path);
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!zone || zone === serverZone) return;
    // Over HTTPS, the cookie needs the `secure` attribute, because its name begins with __Host-.
    // Over HTTP, browsers reject cookies with the `secure` attribute.
    const secure = window.location.protocol === 'https:' ? '; secure' : '';
    const value = `${cookieName}=${encodeURIComponent(zone)}`;
    // biome-ignore lint/suspicious/noDocumentCookie: browsers don't provide the Cookie Store API over HTTP
    document.cookie = `${value}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`;
    // Next answers a refresh that gets an error status by loading the document again. Error pages show no times,
    // so the navigation is refreshed on the next page.
    const isErrorPage = path === openedPath.current && documentStatus() >= 400;
    if (showsTimes && !isErrorPage) router.refresh();
  }, [cookieName, serverZone, showsTimes, path, router]);
  return null;
}

/** Returns the HTTP status of the document, or 0 if the browser doesn't say. */
function documentStatus(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.responseStatus ?? 0;
}
