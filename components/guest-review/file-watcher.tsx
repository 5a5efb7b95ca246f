'use client';

import { AfterLoad, lazyPart } from '#components/live/after-load.tsx';

const FilePolling = lazyPart(() => import('./file-polling.tsx'));

/** Refreshes the page when the missing file becomes available. */
export function FileWatcher({ url }: { url: string }) {
  return (
    <AfterLoad>
      <FilePolling url={url} />
    </AfterLoad>
  );
}
