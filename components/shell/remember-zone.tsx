'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { ZONE_COOKIE } from '#lib/format/zone-cookie.ts';

const A_YEAR_S = 31_536_000;

/** Tells the server the browser's time zone once, and shows the page again with its times. */
export function ZoneCookieSync({ known }: { known: string | undefined }) {
  const router = useRouter();
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!zone || zone === known) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
    document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(zone)}; path=/; max-age=${A_YEAR_S}; samesite=lax`;
    router.refresh();
  }, [known, router]);
  return null;
}
