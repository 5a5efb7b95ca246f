'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { LIST_REFRESH_MS } from '#components/live/polling-pace.ts';

/** Updates the list's rows and totals in place while the page is visible. */
export function ListRefresher() {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && navigator.onLine) router.refresh();
    }, LIST_REFRESH_MS);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
