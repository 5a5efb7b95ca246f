'use client';

import { useEffect } from 'react';
import { guestReviewHref } from '#lib/http/file-urls.ts';

const SIGNS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'scroll'] as const;

/** Tells that somebody is here at the first sign of a person. What fetches links by itself gives none. */
export function VisitBeacon({ token }: { token: string }) {
  useEffect(() => {
    const told = new AbortController();
    const tell = () => {
      told.abort();
      // Whether it arrives matters to nobody who reads the page.
      fetch(`${guestReviewHref(token)}/visit`, { method: 'POST', keepalive: true }).catch(() => undefined);
    };
    for (const sign of SIGNS) {
      addEventListener(sign, tell, { signal: told.signal, passive: true, capture: true });
    }
    return () => told.abort();
  }, [token]);
  return null;
}
