'use client';

import { useEffect } from 'react';
import { reportClientError } from './report-error.ts';

/** Reports errors in the page's scripts that no error page handles. */
export function ErrorReporter() {
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    addEventListener('error', ({ error }) => reportClientError(error), { signal });
    addEventListener('unhandledrejection', ({ reason }) => reportClientError(reason), { signal });
    return () => listeners.abort();
  }, []);
  return null;
}
