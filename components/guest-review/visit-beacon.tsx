'use client';

import { useEffect } from 'react';
import { guestReviewHref } from '#lib/http/file-urls.ts';

const INTERACTIONS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'scroll'] as const;

/** Reports a visit at the guest's first interaction. Mail scanners and link previews never get that far. */
export function VisitBeacon({ token }: { token: string }) {
  useEffect(() => {
    const listening = new AbortController();
    const reportVisit = () => {
      listening.abort();
      // The guest doesn't need to know if it fails.
      fetch(`${guestReviewHref(token)}/visit`, { method: 'POST', keepalive: true }).catch(() => undefined);
    };
    for (const interaction of INTERACTIONS) {
      addEventListener(interaction, reportVisit, { signal: listening.signal, passive: true, capture: true });
    }
    return () => listening.abort();
  }, [token]);
  return null;
}
