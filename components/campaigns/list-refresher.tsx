'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/** How often an open list is read again from the campaign index. */
const REFRESH_MS = 15_000;

/** Updates the list's rows and totals in place while the page is visible. */
export function ListRefresher() {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && navigator.onLine) router.refresh();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
