'use client';

import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';

interface ZoneCookieSyncProps {
  readonly cookieName: string;
  /** The cookie's attributes, beginning with a semicolon. */
  readonly cookieAttributes: string;
  readonly serverZone: string | undefined;
  /** Whether the page shows times in the browser's time zone. */
  readonly showsTimes: boolean;
}

/**
 * Stores the browser's time zone in a cookie. If the page shows times and the server used a different time zone,
 * also refreshes the page.
 */
export function ZoneCookieSync({
  cookieName,
  cookieAttributes,
  serverZone,
  showsTimes,
}: ZoneCookieSyncProps) {
  const router = useRouter();
  const path = usePathname();
  const openedPath = useRef(path);
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!zone || zone === serverZone) return;
    // biome-ignore lint/suspicious/noDocumentCookie: browsers don't provide the Cookie Store API over HTTP
    document.cookie = `${cookieName}=${encodeURIComponent(zone)}${cookieAttributes}`;
    // If a refresh gets an error status, Next loads the document again. Error pages show no times, so the
    // navigation is refreshed on the next page.
    const isErrorPage = path === openedPath.current && documentStatus() >= 400;
    if (showsTimes && !isErrorPage) router.refresh();
  }, [cookieName, cookieAttributes, serverZone, showsTimes, path, router]);
  return null;
}

/** Returns the HTTP status of the document, or 0 if the browser doesn't say. */
function documentStatus(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.responseStatus ?? 0;
}
