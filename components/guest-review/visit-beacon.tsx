'use client';

import { useEffect } from 'react';

const INTERACTIONS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'scroll'] as const;

/**
 * Reports a visit when the guest first interacts with the page. Email scanners and link previews aren't
 * counted, because they never interact with the page.
 */
export function VisitBeacon({ url }: { url: string }) {
  useEffect(() => {
    const listeners = new AbortController();
    const reportVisit = () => {
      listeners.abort();
      // A failed request is ignored, because the guest doesn't need to know about the failure.
      fetch(url, { method: 'POST', keepalive: true }).catch(() => undefined);
    };
    for (const interaction of INTERACTIONS) {
      addEventListener(interaction, reportVisit, { signal: listeners.signal, passive: true, capture: true });
    }
    return () => listeners.abort();
  }, [url]);
  return null;
}
