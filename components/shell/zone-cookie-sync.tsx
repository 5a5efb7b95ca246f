'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { ZONE_COOKIE } from '#lib/format/zone-cookie.ts';

const YEAR_S = 31_536_000;

/**
 * Stores the browser's time zone in a cookie, and refreshes the page if the server used a different time
 * zone.
 */
export function ZoneCookieSync({ serverZone }: { serverZone: string | undefined }) {
  const router = useRouter();
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!zone || zone === serverZone) return;
    // biome-ignore lint/suspicious/noDocumentCookie: browsers don't provide the Cookie Store API over HTTP
    document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(zone)}; path=/; max-age=${YEAR_S}; samesite=lax`;
    router.refresh();
  }, [serverZone, router]);
  return null;
}
