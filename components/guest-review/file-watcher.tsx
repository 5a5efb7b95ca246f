'use client';

import { lazy, Suspense } from 'react';

/** Most guests open a finished proof, so their browsers don't need the code that waits for a file. */
const FilePolling = lazy(() => import('./file-polling.tsx'));

/** Refreshes the page when the missing file becomes available. */
export function FileWatcher({ url }: { url: string }) {
  return (
    <Suspense fallback={null}>
      <FilePolling url={url} />
    </Suspense>
  );
}
