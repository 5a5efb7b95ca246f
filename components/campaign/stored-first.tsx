'use client';

import { type ReactNode, Suspense, useState } from 'react';

interface StoredFirstProps {
  /** What to show until the page's content has arrived. Undefined if the content arrives together with the page. */
  readonly stored: ReactNode;
  readonly children: ReactNode;
}

/**
 * Shows stored data until the page's content arrives. Decides only when the page is opened whether to use a
 * Suspense boundary: a document must be complete without JavaScript, and a refresh must not replace what the
 * page already shows.
 */
export function StoredFirst({ stored, children }: StoredFirstProps) {
  const [isStreamed] = useState(stored !== undefined);
  return isStreamed ? <Suspense fallback={stored}>{children}</Suspense> : children;
}
