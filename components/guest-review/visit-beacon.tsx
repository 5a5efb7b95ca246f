'use client';

import { useEffect } from 'react';
import { guestReviewHref } from '#lib/http/file-urls.ts';

const INTERACTIONS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'scroll'] as const;

/** Reports a visit at the guest's first interaction, which email scanners and link previews never trigger. */
export function VisitBeacon({ token }: { token: string }) {
  useEffect(() => {
    const listeners = new AbortController();
    const reportVisit = () => {
      listeners.abort();
      // The guest doesn't need to know if the request fails.
      fetch(`${guestReviewHref(token)}/visit`, { method: 'POST', keepalive: true }).catch(() => undefined);
    };
    for (const interaction of INTERACTIONS) {
      addEventListener(interaction, reportVisit, { signal: listeners.signal, passive: true, capture: true });
    }
    return () => listeners.abort();
  }, [token]);
  return null;
}
