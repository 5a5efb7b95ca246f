'use client';

import { lazy, Suspense, useEffect, useState } from 'react';
import type { PollingProps } from './polling-loop.tsx';

/** If the script can't be loaded, the page stays as it is. */
const PollingLoop = lazy(() => import('./polling-loop.tsx').catch(() => ({ default: NoPolling })));
const NoPolling = (_: PollingProps) => null;

/**
 * Polls a value, and refreshes the page when it changes (polling-loop.tsx). Browsers load the script after the page, because
 * the page is usable without it.
 */
export function Polling(props: PollingProps) {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => setIsLoaded(true), []);
  return (
    isLoaded && (
      <Suspense fallback={null}>
        <PollingLoop {...props} />
      </Suspense>
    )
  );
}
